package associates

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Draft holds the sent fields of an unfinished registration, of an associate or of a patient.
type Draft struct {
	Profile
	AccountInput
	DependentInput
}

// Apply applies the sent fields that are valid to a row, and returns the problems of the others, whose columns keep
// their value. A CPF or login e-mail of another associate is invalid. InvalidFields lists the fields that were refused
// and not corrected since.
func (d Draft) Apply(ctx context.Context, tx *db.DB, by auth.Caller, row *Associate) (errs.Problems, error) {
	r, err := newUpdate(ctx, tx, by, row)
	if err != nil {
		return nil, err
	}
	return d.applyTo(ctx, tx, r, Accounts{})
}

// applyTo is Apply with the outbox that the confirmation of a new login e-mail needs.
func (d Draft) applyTo(ctx context.Context, tx *db.DB, r *update, accounts Accounts) (errs.Problems, error) {
	var err error
	row := r.row
	d.Profile.applyTo(r)
	d.AccountInput.applyTo(r)
	d.DependentInput.applyTo(r)
	if row.Status == Patient {
		err = r.requireOwnCPF(tx)
	} else {
		if d.AssociateName.Sent && row.AssociateName == nil {
			row.Name, row.LastName = nil, nil
		}
		r.followName(d.AssociateName, d.Profile)
		err = r.requireUnique(ctx, tx)
	}
	if err != nil {
		return nil, err
	}
	r.keepUnique(r.problems)
	if err := r.changeOwnEmail(tx, d.EmailAccount, accounts.Mail.Configured); err != nil {
		return nil, err
	}
	problems := r.bindErrors.Merge(r.problems)
	if err := r.finish(ctx, tx); err != nil {
		return nil, err
	}
	r.markInvalid(patch.Sent(d), problems)
	return problems, nil
}

// OwnDraft is a draft of the calling associate.
type OwnDraft struct {
	// Version is the version that the client has read; empty for any.
	Version string
	Draft
	// Check refuses the draft for the stored row.
	Check func(stored Associate) error
}

// SaveOwn applies the valid fields of a draft to the row of the calling associate, and returns the problems of the
// others. A new login e-mail waits for its confirmation, as changeEmail describes. It returns the error of Check, and 409
// CONFLICT for a stale version.
func (a Accounts) SaveOwn(ctx context.Context, tx *db.DB, by auth.Caller, draft OwnDraft) (saved Associate, problems errs.Problems,
	err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		var applied *update
		saved, err = db.Change(ctx, tx, by.ID, draft.Version, func(tx *db.DB, stored Associate, row *Associate) (err error) {
			if err := draft.Check(stored); err != nil {
				return err
			}
			if applied, err = newUpdate(ctx, tx, by, row); err != nil {
				return err
			}
			problems, err = draft.applyTo(ctx, tx, applied, a)
			return err
		}, Own(by))
		if err != nil {
			return err
		}
		return a.reportEmail(ctx, tx, applied, saved)
	})
	return saved, problems, err
}

// keepUnique restores the columns with a value of another person.
func (r *update) keepUnique(problems errs.Problems) {
	for path, restore := range map[string]func(){
		"associate_cpf": func() { r.row.AssociateCPF = r.before.AssociateCPF },
		"email_account": func() { r.row.EmailAccount = r.before.EmailAccount },
		"cpf":           func() { r.row.CPF = r.before.CPF },
	} {
		if errs.For(problems, path) != "" {
			restore()
		}
	}
}

// markInvalid removes the sent fields from InvalidFields and adds those with a problem.
func (r *update) markInvalid(sent []string, problems errs.Problems) {
	marked := []string{}
	for _, name := range r.row.InvalidFields {
		if !slices.Contains(sent, name) {
			marked = append(marked, name)
		}
	}
	for _, name := range sent {
		if errs.For(problems, name) != "" {
			marked = append(marked, name)
		}
	}
	r.row.InvalidFields = marked
}

// FindOwn returns the row of the calling associate; 404 NOT_FOUND if it no longer exists.
func FindOwn(ctx context.Context, tx *db.DB, by auth.Caller) (Associate, error) {
	return first(tx.WithContext(ctx).Scopes(Own(by)))
}

// FindOwnPatients returns the patients of the calling associate, oldest first.
func FindOwnPatients(ctx context.Context, tx *db.DB, by auth.Caller) ([]Associate, error) {
	patients := []Associate{}
	err := tx.WithContext(ctx).Scopes(OwnPatients(by)).Order("date_created, id").Limit(maxPatients).Find(&patients).Error
	return patients, err
}

// Own limits a query to the row of the calling associate.
func Own(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Where("id = ? and status <> ?", ownID(by), Patient)
	}
}

// OwnPatients limits a query to the patients of the calling associate.
func OwnPatients(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Where("status = ? and responsible_code = (select u.user_code from users u where u.id = ?)", Patient, ownID(by))
	}
}

// ownID returns the row id of a calling associate, and 0 for any other caller.
func ownID(by auth.Caller) int64 {
	if by.Kind != auth.Associate {
		return 0
	}
	return by.ID
}

// AddDraft creates a patient of an associate, whose row the caller has locked, with the valid fields of a draft, and
// returns the problems of the others. It returns 400 VALIDATION_ERROR if the associate has too many patients.
func AddDraft(ctx context.Context, tx *db.DB, by auth.Caller, responsible Associate, draft Draft) (Associate, errs.Problems, error) {
	row := newRow(Patient, by.Now)
	row.ResponsibleCode, row.IsSample = &responsible.UserCode, responsible.IsSample
	r := &update{row: &row, by: by}
	if err := r.countPatients(tx); err != nil {
		return row, nil, err
	}
	if err := r.err(); err != nil {
		return row, nil, err
	}
	problems, err := draft.Apply(ctx, tx, by, &row)
	if err != nil {
		return row, nil, err
	}
	return row, problems, tx.WithContext(ctx).Create(&row).Error
}

// DropReset invalidates an unused link to reset the password of an associate.
func DropReset(ctx context.Context, tx *db.DB, id int64) error {
	unusable := map[string]any{"password_reset_token": nil, "password_reset_expires": nil}
	return tx.WithContext(ctx).Model(&Associate{}).Where("id = ?", id).UpdateColumns(unusable).Error
}
