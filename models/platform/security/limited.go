package security

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RecordLimited records that a login with this e-mail was refused by the rate limit. It records at
// most ten of these events per address in five minutes.
func RecordLimited(ctx context.Context, tx *db.DB, by auth.Caller, email string) error {
	tenTimes := ratelimit.Rule{Name: "login.limited_events", Limit: 10, Per: 5 * time.Minute}
	_, err := ratelimit.Allow(ctx, tx, tenTimes, ratelimit.Network(by.Origin.IP), by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return nil
	}
	if err != nil {
		return err
	}
	return Record(ctx, tx, by, Event{Kind: LoginLimited, Subject: email})
}
