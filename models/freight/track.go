package freight

import (
	"context"
	"fmt"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
)

// TrackInput are packages whose state is asked for.
type TrackInput struct {
	Codes []string `json:"codes"`
}

// Required names the members that must be sent.
func (TrackInput) Required() []string { return []string{"codes"} }

// Track returns the state of packages at a carrier; unknown ones are left out.
func (d Quoter) Track(ctx context.Context, name externalservices.Name, input TrackInput) ([]Tracking, error) {
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return nil, err
	}
	if err := checkCodes("codes", input.Codes); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, trackTimeout)
	defer cancel()
	return provider.Track(ctx, input.Codes)
}

const trackTimeout = 30 * time.Second

// checkCodes refuses codes that no carrier has.
func checkCodes(path string, codes []string) error {
	const most, longest = 50, 100
	var problems errs.Problems
	problems.Require(len(codes) > 0 && len(codes) <= most, path, fmt.Sprintf("informe de 1 a %d códigos", most))
	for _, code := range codes {
		isCode := code != "" && len(code) <= longest &&
			!strings.ContainsFunc(code, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("/?#%\\", r) })
		problems.Require(isCode, path, "não é um código de transportadora")
	}
	return problems.Err()
}
