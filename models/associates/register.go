package associates

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates/parse"
	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// RegisterInput is the body of POST /items/users and the form of a new associate.
type RegisterInput struct {
	Profile
	AccountInput
	Reserved
	// IsSample is only for administrators.
	IsSample     patch.Field[bool] `json:"is_sample" form:"is_sample"`
	PendingEmail patch.ReadOnly    `json:"pending_email"`
}

// Register creates an associate in the first phase of the funnel. Only a name is required; the login e-mail is the
// default of the contact e-mail. It returns 400 VALIDATION_ERROR with every wrong field, including a CPF or login
// e-mail that another associate has, and is_sample from a caller other than an administrator.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input RegisterInput) (Associate, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Associate{}, err
	}
	phase := FirstPhase
	row := newRow(Active, by.Now)
	row.AssociateStatus, row.IsSample = &phase, input.IsSample.Value
	r, err := newUpdate(ctx, tx, by, &row)
	if err != nil {
		return Associate{}, err
	}
	input.apply(r)
	if err := r.checkTable(ctx, tx); err != nil {
		return Associate{}, err
	}
	if row.AccountPassword, err = hashed(ctx, input.AccountPassword); err != nil {
		return Associate{}, err
	}
	stored := tx.WithContext(ctx).Transaction(func(tx *db.DB) error { return tx.Create(&row).Error })
	return row, r.explain(ctx, tx, stored)
}

// newRow returns the initial values of a row of users.
func newRow(status Status, now time.Time) Associate {
	return Associate{
		UserCode: uuid.New(), Status: status, Annotations: []Annotation{}, Tags: []string{}, InvalidFields: []string{},
		CreatedDate: now, DateCreated: now, DateUpdated: now,
	}
}

func (in RegisterInput) apply(r *update) {
	in.Profile.applyTo(r)
	in.AccountInput.applyTo(r)
	r.completeNames(in.AssociateName, in.Profile)
	r.requireName()
	if !in.Email.Sent && r.row.EmailAccount != nil {
		r.text("email", patch.Of(*r.row.EmailAccount), &r.row.Email, parse.Email)
	}
	r.checkPassword(in.AccountPassword)
}

// checkTable adds the problems that depend on other rows, and returns all problems.
func (r *update) checkTable(ctx context.Context, tx *db.DB) error {
	if err := r.requireUnique(ctx, tx); err != nil {
		return err
	}
	return r.err()
}

// explain replaces the conflict with a concurrent write by the problems that a later write would get.
func (r *update) explain(ctx context.Context, tx *db.DB, stored error) error {
	if errs.HasCode(stored, errs.CodeConflict) {
		if err := r.checkTable(ctx, tx); err != nil {
			return err
		}
	}
	return stored
}

// checkPassword checks the password policy of associates; an empty password is not set.
func (r *update) checkPassword(sent patch.Field[string]) {
	if sent.Value != "" {
		r.problems = append(r.problems, errs.FieldsOf(r.policy.CheckAssociate(sent.Value, "account_password", r.row.owner()...))...)
	}
}

// hashed returns the hash of a password, or nil without one. Hashing takes about 250 ms.
func hashed(ctx context.Context, sent patch.Field[string]) (*string, error) {
	if sent.Value == "" {
		return nil, nil
	}
	hash, err := password.Hash(ctx, sent.Value)
	return &hash, err
}
