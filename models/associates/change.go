package associates

import (
	"context"
	"maps"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// ChangeInput is the body of PATCH /items/users/:id and the form of an associate: what is
// left out stays as it is.
type ChangeInput struct {
	// ID is the row to change.
	ID int64 `json:"-" form:"-"`
	Profile
	AccountInput
	DependentInput
	Reserved
	IsSample patch.ReadOnly `json:"is_sample"`
}

// Change applies what was sent to an associate or a patient, all of it or nothing. It answers
// 400 VALIDATION_ERROR with every wrong field, 403 FORBIDDEN when anybody but an administrator
// sets a password, and 404 NOT_FOUND for an unknown row. A new password or login e-mail ends the
// associate's session and any link to reset the password.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Associate, error) {
	if input.AccountPassword.Value != "" && !access.IsAdministrator(by) {
		return Associate{}, errs.Forbidden("Só um administrador pode definir a senha de um associado (account_password).")
	}
	var row Associate
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var err error
		if row, err = lock(tx, input.ID); err != nil {
			return err
		}
		r, err := revise(ctx, tx, by, &row)
		if err != nil {
			return err
		}
		if row.Status == Patient {
			return r.changePatient(tx, input)
		}
		return r.changeAssociate(ctx, tx, input)
	})
	return row, err
}

func (r *revision) changeAssociate(ctx context.Context, tx *db.DB, input ChangeInput) error {
	input.DependentInput.refuse(r)
	input.Profile.revise(r)
	input.AccountInput.revise(r)
	r.settleNames(input.AssociateName, input.Profile)
	r.checkPassword(input.AccountPassword)
	if err := r.settle(ctx, tx); err != nil {
		return err
	}
	if err := r.changeLogin(ctx, tx, input.AccountPassword); err != nil {
		return err
	}
	return r.explain(ctx, tx, tx.Transaction(r.store))
}

// changeLogin hashes a new password and ends the session and the reset link of the old login.
func (r *revision) changeLogin(ctx context.Context, tx *db.DB, sent patch.Field[string]) error {
	hash, err := hashed(ctx, sent)
	if err != nil {
		return err
	}
	if hash != nil {
		r.row.AccountPassword = hash
		r.note("account_password")
		event := security.Event{Kind: security.PasswordChanged, Subject: r.row.UserCode.String()}
		if err := security.Record(ctx, tx, r.by, event); err != nil {
			return err
		}
	}
	if hash != nil || slices.Contains(r.changed, "email_account") {
		r.changed = append(r.changed, "session_token", "session_expires", "password_reset_token", "password_reset_expires")
	}
	return nil
}

// refuse reports the fields of a patient that have a value for an associate; null is what an answer holds.
func (in DependentInput) refuse(r *revision) {
	r.refuseValues("só vale para pacientes", map[string]bool{
		"cpf": in.CPF.HasValue(), "relationship": in.Relationship.HasValue(), "guardian_name": in.GuardianName.HasValue(),
		"guardian_cpf": in.GuardianCPF.HasValue(), "species": in.Species.HasValue(), "breed": in.Breed.HasValue(), "weight_kg": in.WeightKg.HasValue(),
	})
}

// refuse reports the fields of an associate that have a value for a patient.
func (in AccountInput) refuse(r *revision) {
	r.refuseValues("só vale para associados", map[string]bool{
		"associate_name": in.AssociateName.HasValue(), "associate_cpf": in.AssociateCPF.HasValue(), "email_account": in.EmailAccount.HasValue(),
		"account_password": in.AccountPassword.HasValue(), "responsible_type": in.ResponsibleType.HasValue(),
	})
}

func (r *revision) refuseValues(why string, sent map[string]bool) {
	for _, path := range slices.Sorted(maps.Keys(sent)) {
		r.problems.Require(!sent[path], path, why)
	}
}
