package freight

import (
	"context"
	"fmt"
	"strings"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
)

// Provider returns one carrier, or 503 MODULE_DISABLED if it is not enabled.
func (d Quoter) Provider(ctx context.Context, name externalservices.Name) (Provider, error) {
	states, err := d.Services.States(ctx)
	if err != nil {
		return nil, err
	}
	for _, provider := range d.Providers {
		if provider.Service() == name && states[name].Flags[externalservices.Enabled] {
			return provider, nil
		}
	}
	return nil, errs.New(errs.KindUnavailable, externalservices.CodeDisabled, "Esta transportadora está desligada.")
}

// Ready returns 503 MODULE_DISABLED for a carrier that is not enabled, and 503 CREDENTIAL_MISSING for one that lacks a
// credential.
func (d Quoter) Ready(ctx context.Context, name externalservices.Name) error {
	if _, err := d.Provider(ctx, name); err != nil {
		return err
	}
	values, err := d.Services.Values(ctx, name)
	if err != nil {
		return err
	}
	if definition, _ := externalservices.DefinitionOf(name); len(values.Missing(definition)) > 0 {
		return ErrMissing(definition.Label)
	}
	return nil
}

// DirectQuote is the answer of one carrier.
type DirectQuote struct {
	Options []Option `json:"options"`
}

// QuoteWith quotes one enabled carrier, used for quotes or not, without the cache. Its errors are those of Quote.
func (d Quoter) QuoteWith(ctx context.Context, name externalservices.Name, input QuoteInput) (DirectQuote, error) {
	input.normalise()
	if err := input.check(); err != nil {
		return DirectQuote{}, err
	}
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return DirectQuote{}, err
	}
	stored, err := settings.Read(ctx, d.DB, quoteKeys()...)
	if err != nil {
		return DirectQuote{}, err
	}
	shipment, err := d.shipmentOf(ctx, d.DB, stored, input)
	if err != nil {
		return DirectQuote{}, err
	}
	options, err := provider.Quote(ctx, shipment)
	if err == nil && len(options) == 0 {
		err = errs.New(errs.KindUnprocessable, CodeNoQuote, "A transportadora não tem uma opção para este endereço.")
	}
	return DirectQuote{options}, err
}

// Testers returns the tests of the carriers' credentials.
func (d Quoter) Testers() map[externalservices.Name]externalservices.Tester {
	testers := map[externalservices.Name]externalservices.Tester{}
	for _, provider := range d.Providers {
		testers[provider.Service()] = provider.Test
	}
	return testers
}

// CatalogOf lists the options of one enabled carrier.
func (d Quoter) CatalogOf(ctx context.Context, name externalservices.Name) ([]ServiceOption, error) {
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return nil, err
	}
	return provider.Catalog(ctx)
}

// CancelInput is a label or package to cancel.
type CancelInput struct {
	ID string `json:"id"`
}

// Required names the members that must be sent.
func (CancelInput) Required() []string { return []string{"id"} }

// Cancel cancels a label or package at a carrier.
func (d Quoter) Cancel(ctx context.Context, name externalservices.Name, input CancelInput) (Cancellation, error) {
	provider, err := d.Provider(ctx, name)
	if err != nil {
		return Cancellation{}, err
	}
	if err := checkCodes("id", []string{input.ID}); err != nil {
		return Cancellation{}, err
	}
	return provider.Cancel(ctx, input.ID)
}

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
		isCode := code != "" && len(code) <= longest && !strings.ContainsFunc(code, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("/?#%\\", r) })
		problems.Require(isCode, path, "não é um código de transportadora")
	}
	return problems.Err()
}
