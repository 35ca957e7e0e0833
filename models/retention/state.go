package retention

import (
	"cmp"
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// GraceDays are the days after switching on in which nothing leaves.
const GraceDays = 30

// State is the row of retention_state: whether rows leave.
type State struct {
	ID           int `gorm:"primaryKey"`
	DateOn       *time.Time
	OnByName     string
	DatePaused   *time.Time
	PausedByName string
	PauseReason  string
	// DateNoticed is when the counts were sent to the administrators.
	DateNoticed *time.Time
}

// TableName returns the name of the table.
func (State) TableName() string { return "retention_state" }

// IsOn reports whether retention is switched on, paused or not.
func (s State) IsOn() bool { return s.DateOn != nil }

// Begins returns when rows begin to leave; the zero time while it is off.
func (s State) Begins() time.Time {
	if s.DateOn == nil {
		return time.Time{}
	}
	return s.DateOn.AddDate(0, 0, GraceDays)
}

// Removes reports whether rows leave at a time: on for thirty days, announced, and not paused.
func (s State) Removes(now time.Time) bool {
	return s.IsOn() && s.DatePaused == nil && s.DateNoticed != nil && !now.Before(s.Begins())
}

// ReadState returns whether rows leave.
func ReadState(ctx context.Context, tx *db.DB) (state State, err error) {
	err = tx.WithContext(ctx).First(&state).Error
	return state, err
}

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe cuida dos prazos.")
}

// TurnOn switches retention on and has the rows counted at once; nothing leaves for thirty days. It asks for the second step again,
// and returns 409 CONFLICT if it is on.
func (k Keeper) TurnOn(ctx context.Context, by auth.Caller) error {
	if err := cmp.Or(require(by), access.RequireConfirmed(by)); err != nil {
		return err
	}
	return k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		changed := tx.Exec(`update retention_state set date_on = ?, on_by_name = ?, date_noticed = null, date_paused = null, paused_by_name = '', pause_reason = ''
			where date_on is null`, by.Now, by.FullName())
		if changed.Error == nil && changed.RowsAffected == 0 {
			return errs.Conflict(errs.CodeConflict, "Os prazos já estão ligados.")
		}
		if changed.Error != nil {
			return changed.Error
		}
		if err := security.Record(ctx, tx, by, security.Event{Kind: security.RetentionOn, Subject: "nada sai antes de 30 dias"}); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, pass{Now: true}, passOptions())
	})
}

// PauseInput says why nothing leaves.
type PauseInput struct {
	Reason string `form:"reason"`
}

// maxReason is the maximum length of reasons in characters.
const maxReason = 500

func checkReason(reason string) error {
	if reason == "" || len([]rune(reason)) > maxReason {
		return errs.Invalid("reason", "diga por quê, em até 500 caracteres")
	}
	return nil
}

// Pause stops rows from leaving, also in a pass that is running. It returns 409 CONFLICT unless retention is on and not paused.
func (k Keeper) Pause(ctx context.Context, by auth.Caller, input PauseInput) error {
	reason := strings.TrimSpace(input.Reason)
	if err := cmp.Or(require(by), checkReason(reason)); err != nil {
		return err
	}
	return k.switchState(ctx, by, security.Event{Kind: security.RetentionPaused, Subject: reason},
		`update retention_state set date_paused = @now, paused_by_name = @by, pause_reason = @reason where date_on is not null and date_paused is null`,
		map[string]any{"now": by.Now, "by": by.FullName(), "reason": reason})
}

// Resume has rows leave again. It asks for the second step again, and returns 409 CONFLICT unless it is paused.
func (k Keeper) Resume(ctx context.Context, by auth.Caller) error {
	if err := cmp.Or(require(by), access.RequireConfirmed(by)); err != nil {
		return err
	}
	return k.switchState(ctx, by, security.Event{Kind: security.RetentionOn, Subject: "depois da pausa"},
		`update retention_state set date_paused = null, paused_by_name = '', pause_reason = '' where date_paused is not null`, nil)
}

// TurnOff switches retention off; switching on again waits for thirty days. It returns 409 CONFLICT if it is off.
func (k Keeper) TurnOff(ctx context.Context, by auth.Caller) error {
	if err := require(by); err != nil {
		return err
	}
	return k.switchState(ctx, by, security.Event{Kind: security.RetentionPaused, Subject: "desligados"},
		`update retention_state set date_on = null, on_by_name = '', date_noticed = null, date_paused = null, paused_by_name = '', pause_reason = ''
		where date_on is not null`, nil)
}

func (k Keeper) switchState(ctx context.Context, by auth.Caller, event security.Event, statement string, values map[string]any) error {
	return k.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		arguments := []any{}
		if values != nil {
			arguments = append(arguments, values)
		}
		changed := tx.Exec(statement, arguments...)
		if changed.Error != nil {
			return changed.Error
		}
		if changed.RowsAffected == 0 {
			return errs.Conflict(errs.CodeConflict, "Isto já mudou. Abra a página de novo.")
		}
		return security.Record(ctx, tx, by, event)
	})
}

// CountNow has the rows counted at once, whether retention is on or off.
func (k Keeper) CountNow(ctx context.Context, by auth.Caller) error {
	if err := require(by); err != nil {
		return err
	}
	return jobs.Enqueue(ctx, k.DB, pass{Now: true}, passOptions())
}
