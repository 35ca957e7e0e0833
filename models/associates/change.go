package associates

import (
	"context"
	"maps"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// ChangeInput is the body of PATCH /items/users/:id and the form of an associate; omitted fields
// are not changed.
type ChangeInput struct {
	// ID is the row to change, Version the version of the opened form.
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Profile
	AccountInput
	DependentInput
	Reserved
	// PendingEmail is null to cancel a change of email_account that waits for its confirmation.
	PendingEmail patch.Field[string] `json:"pending_email"`
	IsSample     patch.ReadOnly      `json:"is_sample"`
}

// Accounts changes associates; letters about their login go to its outbox.
type Accounts struct{ Mail mail.Outbox }

// Change applies the sent fields to an associate or a patient, all or none. It returns 400
// VALIDATION_ERROR with every wrong field, 403 FORBIDDEN if a caller other than an administrator
// sets a password, 404 NOT_FOUND for an unknown row, and 409 CONFLICT for a stale version. A new
// password or login e-mail ends the associate's sessions and any link to reset the password. The login e-mail of an
// account with a password changes as changeEmail describes.
func (a Accounts) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Associate, error) {
	if input.AccountPassword.Value != "" && !access.IsAdministrator(by) {
		return Associate{}, errs.Forbidden("Só um administrador pode definir a senha de um associado (account_password).")
	}
	var row, before Associate
	var applied *update
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		row, err = db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, stored Associate, row *Associate) error {
			before = stored
			r, err := newUpdate(ctx, tx, by, row)
			if err != nil {
				return err
			}
			if row.Status == Patient {
				return r.changePatient(ctx, tx, input)
			}
			applied = r
			return r.changeAssociate(ctx, tx, input, a.Mail.Configured)
		})
		if err != nil {
			return err
		}
		if applied != nil {
			if err := a.reportEmail(ctx, tx, applied, row); err != nil {
				return err
			}
		}
		return endLogin(ctx, tx, by, before, row)
	})
	if applied != nil && !errs.IsStale(err) {
		err = applied.explain(ctx, tx, err)
	}
	return row, err
}

func (r *update) changeAssociate(ctx context.Context, tx *db.DB, input ChangeInput, mailConfigured bool) error {
	input.DependentInput.refuse(r)
	input.Profile.applyTo(r)
	input.AccountInput.applyTo(r)
	r.completeNames(input.AssociateName, input.Profile)
	r.checkPassword(input.AccountPassword)
	r.cancelEmail(input)
	if err := r.checkTable(ctx, tx); err != nil {
		return err
	}
	if err := r.changeEmail(tx, mailConfigured); err != nil {
		return err
	}
	hash, err := hashed(ctx, input.AccountPassword)
	if err != nil {
		return err
	}
	if hash != nil {
		r.row.AccountPassword = hash
	}
	return r.finish(ctx, tx)
}

// endLogin ends the sessions and the reset link of a login if its password or e-mail has changed, and records a new
// password. The columns of the link are write-only, so that Change cannot compare them.
func endLogin(ctx context.Context, tx *db.DB, by auth.Caller, before, after Associate) error {
	hasPassword := after.AccountPassword != nil
	if hasPassword {
		if err := security.Record(ctx, tx, by, security.Event{Kind: security.PasswordChanged, Subject: after.UserCode.String()}); err != nil {
			return err
		}
	}
	if !hasPassword && texts.Of(before.EmailAccount) == texts.Of(after.EmailAccount) {
		return nil
	}
	if err := DropReset(ctx, tx, after.ID); err != nil {
		return err
	}
	return sessions.EndAll(ctx, tx, auth.Associate, after.ID, sessions.PasswordChanged)
}

// refuse reports fields of patients that were sent with a value for an associate. Null is allowed, because answers
// contain it.
func (in DependentInput) refuse(r *update) {
	r.refuseValues("só vale para pacientes", map[string]bool{
		"cpf": in.CPF.HasValue(), "relationship": in.Relationship.HasValue(), "guardian_name": in.GuardianName.HasValue(),
		"guardian_cpf": in.GuardianCPF.HasValue(), "species": in.Species.HasValue(), "breed": in.Breed.HasValue(),
		"weight_kg": in.WeightKg.HasValue(),
	})
}

// refuse reports fields of associates that were sent with a value for a patient.
func (in AccountInput) refuse(r *update) {
	r.refuseValues("só vale para associados", map[string]bool{
		"associate_name": in.AssociateName.HasValue(), "associate_cpf": in.AssociateCPF.HasValue(), "email_account": in.EmailAccount.HasValue(),
		"account_password": in.AccountPassword.HasValue(), "responsible_type": in.ResponsibleType.HasValue(),
	})
}

func (r *update) refuseValues(why string, sent map[string]bool) {
	for _, path := range slices.Sorted(maps.Keys(sent)) {
		r.problems.Require(!sent[path], path, why)
	}
}
