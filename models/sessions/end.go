package sessions

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Reason is the reason why a session ended.
type Reason string

// The reasons. Expired is not stored: it follows from the expiry.
const (
	Expired Reason = "expired"
	// SharedExpired is Expired on a shared computer.
	SharedExpired Reason = "shared_expired"
	SignedOut     Reason = "signed_out"
	// EndedElsewhere means that the person ended it from another device.
	EndedElsewhere Reason = "ended_elsewhere"
	// Replaced means that the person signed in on more than maxDevices devices.
	Replaced Reason = "replaced"
	// PasswordChanged also applies to a new login e-mail of an associate.
	PasswordChanged Reason = "password_changed"
	SwitchedOff     Reason = "switched_off"
	// SecondStepReset means that the administration removed the second step of the account.
	SecondStepReset Reason = "second_step_reset"
)

// End ends a session of the caller. It returns 404 NOT_FOUND for an unknown or ended session and for another person's.
func End(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		ended, err := peopleOf(by.Kind).end(tx, by.ID, EndedElsewhere, "id = ?", id)
		if err == nil && ended == 0 {
			return errs.NotFound("Este aparelho já saiu da sua conta.")
		}
		return err
	})
}

// EndOthers ends every session of the caller except the current one, and returns their number.
func EndOthers(ctx context.Context, tx *db.DB, by auth.Caller) (ended int, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		ended, err = peopleOf(by.Kind).end(tx, by.ID, EndedElsewhere, "id <> ?", by.Session)
		return err
	})
	return ended, err
}

// EndAll ends every session of a person, in the transaction of the cause.
func EndAll(ctx context.Context, tx *db.DB, kind auth.Kind, id int64, why Reason) error {
	_, err := peopleOf(kind).end(tx.WithContext(ctx), id, why, "true")
	return err
}

// lock locks the row of a person, or returns 404 NOT_FOUND. Every end and start of a session locks it first, so that the
// columns of the row always hold the latest session.
func (p people) lock(query *db.DB, id int64) error {
	locked := query.Table(p.table+" p").Select("p.id").Where("p.id = ?", id).Clauses(clause.Locking{Strength: "NO KEY UPDATE"})
	var ids []int64
	if err := locked.Find(&ids).Error; err != nil {
		return err
	}
	if len(ids) == 0 {
		return errs.NotFound("Conta não encontrada.")
	}
	return nil
}

// end ends the live sessions of a person that match the condition, and returns their number.
func (p people) end(tx *db.DB, person int64, why Reason, where string, arguments ...any) (int, error) {
	if err := p.lock(tx, person); err != nil {
		return 0, err
	}
	ended := tx.Table("sessions").Where(p.column+" = ? and ended_at is null", person).Where(where, arguments...).
		Updates(map[string]any{"ended_at": gorm.Expr("now()"), "end_reason": why})
	if ended.Error != nil {
		return 0, ended.Error
	}
	return int(ended.RowsAffected), p.storeLatest(tx, person)
}

// storeLatest stores the latest live session of a person in the columns of their row; nulls if there is none.
func (p people) storeLatest(tx *db.DB, person int64) error {
	return tx.Exec("update "+p.table+" set (session_token, session_expires) = (select token, expires_at from sessions where "+
		p.column+" = ? and ended_at is null and expires_at > now() order by date_created desc, id desc limit 1) where id = ?", person, person).
		Error
}
