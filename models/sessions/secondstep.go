package sessions

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// dueOf returns from when the operator's roles need the second step that the account does not have; zero if they do not.
// The first request under the rule begins the days of grace, the first one without it ends them.
func (s Store) dueOf(ctx context.Context, by auth.Caller, stored *time.Time, stepRoles []byte) (time.Time, error) {
	isRequired := by.Kind == auth.Operator && !by.SecondStep.IsOn && settings.SecondStepRoles.Resolve(stepRoles).Require(by.Roles)
	if isRequired == (stored != nil) {
		return timeOf(stored), nil
	}
	if !isRequired {
		_, err := s.pool.Exec(ctx, "update system_users set second_step_due = null where id = $1", by.ID)
		return time.Time{}, db.Translate(err)
	}
	days, err := settings.Get(ctx, s.tx, settings.SecondStepDays)
	if err != nil {
		return time.Time{}, err
	}
	var due time.Time
	err = s.pool.QueryRow(ctx, `update system_users set second_step_due = coalesce(second_step_due, now() + make_interval(days => $2))
		where id = $1 returning second_step_due`, by.ID, days).Scan(&due)
	return due, db.Translate(err)
}

// Confirm stores that the caller has passed the second step in their session.
func Confirm(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Exec("update sessions set confirmed_at = ? where id = ? and ended_at is null", by.Now, by.Session).Error
}

func timeOf(stored *time.Time) time.Time {
	if stored == nil {
		return time.Time{}
	}
	return *stored
}

func nullable(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
