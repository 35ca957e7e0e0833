package registration

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// SaveInput is the body of PATCH /users/me; only the sent fields are saved.
type SaveInput struct {
	// Version is the version that the client has read; empty for any.
	Version string `json:"-" form:"version"`
	associates.Profile
	AssociateName   patch.Field[string]                     `json:"associate_name" form:"associate_name"`
	AssociateCPF    patch.Field[string]                     `json:"associate_cpf" form:"associate_cpf"`
	EmailAccount    patch.Field[string]                     `json:"email_account" form:"email_account"`
	ResponsibleType patch.Field[associates.ResponsibleType] `json:"responsible_type" form:"responsible_type"`
	// Status Associado completes the registration.
	Status patch.Field[associates.Status] `json:"status" form:"-"`
}

// Saved is the result of a partial save.
type Saved struct {
	Row associates.Associate
	// Fields are the saved fields.
	Fields []string
	// Problems are the problems of the sent fields that were not saved.
	Problems errs.Problems
	// Version is the version of the row, for the next save.
	Version string
}

// Save saves the valid sent fields of the calling associate; the others keep their value and are marked as invalid. It
// returns 400 VALIDATION_ERROR if nothing was sent, 403 PHASE_LOCKED for a field of an earlier phase, and 409 CONFLICT
// for a stale version.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) (Saved, error) {
	sent := patch.Sent(input)
	if err := input.check(sent); err != nil {
		return Saved{}, err
	}
	saved, err := input.save(ctx, tx, by, sent)
	if errs.HasCode(err, errs.CodeConflict) && !errs.IsStale(err) {
		// Another associate has just got the CPF or the e-mail; now the check finds it.
		saved, err = input.save(ctx, tx, by, sent)
	}
	return saved, err
}

func (in SaveInput) save(ctx context.Context, tx *db.DB, by auth.Caller, sent []string) (saved Saved, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var before associates.Associate
		row, err := db.Change(ctx, tx, by.ID, in.Version, func(tx *db.DB, stored associates.Associate, row *associates.Associate) (err error) {
			before = stored
			if err := checkFields(stored, sent); err != nil {
				return err
			}
			saved.Problems, err = in.draft().Apply(ctx, tx, by, row)
			in.followEmail(stored, row)
			return err
		}, associates.Own(by))
		if err != nil {
			return err
		}
		saved.Row, saved.Fields = row, savedOf(sent, saved.Problems)
		if err := endLogin(ctx, tx, by, before, row); err != nil || !in.Status.HasValue() {
			return err
		}
		completed, err := CompleteRegistration(ctx, tx, by)
		saved.Row = completed.Row
		return err
	})
	saved.Version = db.VersionOf(tx, &saved.Row)
	saved.Row = withoutNotes(saved.Row)
	return saved, err
}

// check refuses fields that only the staff may write.
func (in SaveInput) check(sent []string) error {
	var problems errs.Problems
	problems.Require(len(sent) > 0, "body", "envie ao menos um campo")
	problems.Require(!in.Tags.Sent, "tags", "só a equipe altera")
	problems.Require(!in.Annotations.Sent, "annotations", "só a equipe altera")
	problems.Require(!in.Status.Sent || in.Status.Value == associates.Associado, "status", "só pode ser Associado, para concluir o cadastro")
	return problems.Err()
}

func (in SaveInput) draft() associates.Draft {
	return associates.Draft{Profile: in.Profile, AccountInput: associates.AccountInput{
		AssociateName: in.AssociateName, AssociateCPF: in.AssociateCPF, EmailAccount: in.EmailAccount, ResponsibleType: in.ResponsibleType,
	}}
}

// followEmail keeps the login e-mail, which every account needs, and updates an equal contact e-mail with it.
func (in SaveInput) followEmail(before associates.Associate, row *associates.Associate) {
	if row.EmailAccount == nil {
		row.EmailAccount = before.EmailAccount
	}
	if !in.Email.Sent && texts.Of(before.Email) == texts.Of(before.EmailAccount) {
		row.Email = row.EmailAccount
	}
}

// savedOf returns the sent fields without a problem.
func savedOf(sent []string, problems errs.Problems) []string {
	saved := []string{}
	for _, name := range sent {
		if errs.For(problems, name) == "" {
			saved = append(saved, name)
		}
	}
	return saved
}

// endLogin ends the sessions on other devices when the login e-mail has changed, and records it.
func endLogin(ctx context.Context, tx *db.DB, by auth.Caller, before, after associates.Associate) error {
	if texts.Of(before.EmailAccount) == texts.Of(after.EmailAccount) {
		return nil
	}
	if err := associates.DropReset(ctx, tx, after.ID); err != nil {
		return err
	}
	if err := security.Record(ctx, tx, by, security.Event{Kind: security.LoginChanged, Subject: after.UserCode.String()}); err != nil {
		return err
	}
	_, err := sessions.EndOthers(ctx, tx, by)
	return err
}
