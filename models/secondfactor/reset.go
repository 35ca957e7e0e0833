package secondfactor

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// person is an operator as the letters about their second factor name them.
type person struct {
	ID             int64
	UserCode       string
	Name, LastName string
	Email          string
	HasFactor      bool
}

// Reset removes the second factor of a colleague, ends their sessions and notifies both. It returns 404 NOT_FOUND, and 409
// CONFLICT for the caller's own account and for one without a second factor.
func (f Factors) Reset(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	if by.Kind == auth.Operator && by.ID == id {
		return errs.Conflict(errs.CodeConflict,
			"A sua segunda etapa muda em Minha conta. Sem o celular, peça ajuda a outra pessoa da administração.")
	}
	return f.reset(ctx, tx, by, "id = ?", id)
}

// Recover removes the second factor of the operator with this e-mail, for the command line.
func (f Factors) Recover(ctx context.Context, tx *db.DB, by auth.Caller, email string) error {
	return f.reset(ctx, tx, by, "email = ?", email)
}

func (f Factors) reset(ctx context.Context, tx *db.DB, by auth.Caller, where string, argument any) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found := tx.Table("system_users").Select("id, user_code, name, last_name, email, second_step_at is not null as has_factor").
			Where(where, argument)
		owner, err := db.First[person](found, errs.NotFound("Conta não encontrada."))
		if err != nil {
			return err
		}
		if !owner.HasFactor {
			return errs.Conflict(errs.CodeConflict, "Esta conta está sem a segunda etapa.")
		}
		if err := remove(tx, owner.ID); err != nil {
			return err
		}
		if err := sessions.EndAll(ctx, tx, auth.Operator, owner.ID, sessions.SecondStepReset); err != nil {
			return err
		}
		return f.notifyReset(ctx, tx, by, owner)
	})
}

// notifyReset records the reset, and writes to the owner and to whom reset it.
func (f Factors) notifyReset(ctx context.Context, tx *db.DB, by auth.Caller, owner person) error {
	name := auth.Caller{Name: owner.Name, LastName: owner.LastName}.FullName()
	event := security.Event{Kind: security.SecondFactorReset, Subject: owner.UserCode, Details: map[string]any{"name": name}}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return err
	}
	if _, err := f.Mail.Send(ctx, tx, by, mail.Message{Kind: Removed.Kind, To: owner.Email, Name: owner.Name, By: by.FullName()}); err != nil {
		return err
	}
	if by.Kind != auth.Operator {
		return nil
	}
	_, err := f.Mail.Send(ctx, tx, by, RemovedOf.With(Colleague{Name: name}, mail.Message{To: by.Email, Name: by.Name}))
	return err
}

// RemoveSince removes the factors that were added to an account since a sign-in that its owner denies, and with the last factor the
// second step: whoever signed in must not keep a way back.
func RemoveSince(tx *db.DB, operator int64, since time.Time) error {
	for _, row := range []any{&authenticator{}, &passkey{}} {
		if err := tx.Where("operator_id = ? and date_created >= ?", operator, since).Delete(row).Error; err != nil {
			return err
		}
	}
	left, err := factorsLeft(tx, operator)
	if err != nil || left > 0 {
		return err
	}
	return remove(tx, operator)
}

// remove deletes the second factor of an operator; the grace of a role that needs one begins again.
func remove(tx *db.DB, operator int64) error {
	for _, row := range []any{&authenticator{}, &passkey{}, &recoveryCode{}} {
		if err := tx.Where("operator_id = ?", operator).Delete(row).Error; err != nil {
			return err
		}
	}
	return tx.Exec("update system_users set second_step_at = null, second_step_due = null where id = ?", operator).Error
}
