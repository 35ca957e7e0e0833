package confirmation

import (
	"context"
	"encoding/hex"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
)

// limits are the rules of codes: those asked for from one network, and those of one subject in a day, from any network.
func limits() (network, day ratelimit.Rule) {
	return ratelimit.Rule{Name: "email_code.network", Limit: 10, Per: 15 * time.Minute},
		ratelimit.Rule{Name: "email_code.day", Limit: 10, Per: 24 * time.Hour}
}

// count counts a code that the caller asks for; 429 RATE_LIMITED beyond the limits. tx must be the pool.
func (s subject) count(ctx context.Context, tx *db.DB, by auth.Caller) error {
	network, day := limits()
	if _, err := ratelimit.Allow(ctx, tx, network, ratelimit.Network(by.Origin.IP), by.Now); err != nil {
		return err
	}
	_, err := ratelimit.Allow(ctx, tx, day, hex.EncodeToString(s.hash()), by.Now)
	return err
}

// TryLimit limits the codes that are typed from one network, of any subject.
func TryLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "email_code.try", Limit: 60, Per: 15 * time.Minute}
}

// Quota is what one network stores in a day by asking for codes.
func Quota() ratelimit.Quota { return ratelimit.Quota{Name: "email_codes", Count: 1000} }
