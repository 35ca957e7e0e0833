package security

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/limits"
	"acolhe/models/person"
)

// RecordLimited keeps that a login with this e-mail was refused because too many failed before
// it. A flood of them is told ten times in five minutes for an address, not ten thousand times.
func RecordLimited(ctx context.Context, tx *db.DB, by person.Person, email string, now time.Time) error {
	tenTimes := limits.Rule{Name: "login.limited_events", Most: 10, Per: 5 * time.Minute}
	_, err := limits.Take(ctx, tx, tenTimes, limits.Network(by.Origin.IP), now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return nil
	}
	if err != nil {
		return err
	}
	return Record(ctx, tx, by, Event{Kind: LoginLimited, Subject: email}, now)
}
