package attention

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/reads"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// figuresOf is the time that the figures of sign-ins are about.
const figuresOf = 24 * time.Hour

// Figures are the figures above the events. The sign-ins are those of the last 24 hours.
type Figures struct {
	SignedIn, People int // successful sign-ins, and how many people they are of
	NewDevices       int // sign-ins on a device that the account was never used on
	Refused, Limited int // refused sign-ins, and how often an account or a network was limited
	// WithoutStep is the number of active operators without a second step, StepDue the first day by which one must have it; nil if
	// none must.
	WithoutStep int
	StepDue     *time.Time
	// Log is the last check of the log of who saw what.
	Log reads.Check `gorm:"-"`
}

// ReadFigures returns the figures to an administrator, and none to any other caller.
func ReadFigures(ctx context.Context, tx *db.DB, by auth.Caller) (found Figures, err error) {
	if !access.IsAdministrator(by) {
		return found, nil
	}
	const query = `select count(*) filter (where kind = @succeeded) as signed_in, count(distinct subject) filter (where kind = @succeeded) as people,
			count(*) filter (where kind = @device) as new_devices, count(*) filter (where kind = @failed) as refused, count(*) filter (where kind = @limited) as limited,
			(select count(*) from system_users where status = 'active' and second_step_at is null) as without_step,
			(select min(second_step_due) from system_users where status = 'active' and second_step_at is null) as step_due
		from security_events where date_created > @since and kind in (@succeeded, @device, @failed, @limited)`
	err = tx.WithContext(ctx).Raw(query, map[string]any{"succeeded": security.LoginSucceeded, "device": security.NewDevice, "failed": security.LoginFailed,
		"limited": security.LoginLimited, "since": by.Now.Add(-figuresOf)}).Scan(&found).Error
	if err != nil {
		return Figures{}, err
	}
	found.Log, err = reads.LastCheck(ctx, tx)
	return found, err
}
