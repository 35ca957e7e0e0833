package registration

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
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
	Status patch.Field[associates.Status] `json:"status" form:"-" null:"omit"`
}

// AtLeastOne marks an input of which one member must be sent.
func (SaveInput) AtLeastOne() {}

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
// for a stale version. A new login e-mail waits until the current address confirms it.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input SaveInput) (Saved, error) {
	sent := patch.Sent(input)
	if err := input.check(sent); err != nil {
		return Saved{}, err
	}
	learned, err := input.countUnique(ctx, tx, by)
	if err != nil {
		return Saved{}, err
	}
	save := func() (Saved, error) { return input.save(ctx, tx, by, associates.Accounts{Mail: outbox}) }
	saved, err := save()
	if errs.HasCode(err, errs.CodeConflict) && !errs.IsStale(err) {
		// Another associate has just got the CPF or the e-mail; now the check finds it.
		saved, err = save()
	}
	if undone := learned(saved); err == nil {
		err = undone
	}
	return saved, err
}

// takenLimit is how often in a day an account learns that a CPF or an e-mail is another person's. Beyond it every CPF and e-mail is
// refused, so that a list of them says nothing.
func takenLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "own.taken", Limit: 5, Per: 24 * time.Hour}
}

// countUnique counts a save of a CPF or an e-mail; what it returns takes that back unless the save was refused because another
// person has it. It returns 429 RATE_LIMITED beyond takenLimit.
func (in SaveInput) countUnique(ctx context.Context, tx *db.DB, by auth.Caller) (learned func(Saved) error, err error) {
	if !in.AssociateCPF.HasValue() && !in.EmailAccount.HasValue() {
		return func(Saved) error { return nil }, nil
	}
	hit, err := ratelimit.Allow(ctx, tx, takenLimit(), by.Code, by.Now)
	return func(saved Saved) error {
		for _, path := range []string{"associate_cpf", "email_account"} {
			if errs.For(saved.Problems, path) == associates.TakenProblem {
				return nil
			}
		}
		return hit.Undo(ctx, tx)
	}, err
}

func (in SaveInput) save(ctx context.Context, tx *db.DB, by auth.Caller, accounts associates.Accounts) (saved Saved, err error) {
	sent := patch.Sent(in)
	draft := associates.OwnDraft{Version: in.Version, Draft: in.draft(),
		Check: func(stored associates.Associate) error { return checkFields(stored, sent) }}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if saved.Row, saved.Problems, err = accounts.SaveOwn(ctx, tx, by, draft); err != nil {
			return err
		}
		saved.Fields = savedOf(sent, saved.Problems)
		if !in.Status.HasValue() || IsComplete(saved.Row) {
			return nil
		}
		completed, err := CompleteRegistration(ctx, tx, by, accounts.Mail)
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

// OwnQuota is how often an associate changes the own data, documents and answers in a day.
func OwnQuota() ratelimit.Quota { return ratelimit.Quota{Name: "own_data", Count: 1000} }
