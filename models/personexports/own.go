package personexports

import (
	"context"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/confirmation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/privacy"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Own is what the page of the own copy shows.
type Own struct {
	// Email is the address of the letter; empty for none.
	Email string
	// HasPassword reports whether the person signs in with a password.
	HasPassword bool
	// Patients are the given names of the own patients.
	Patients []string
	Latest   Export
}

// ReadOwn returns the page of the calling associate.
func (o Office) ReadOwn(ctx context.Context, by auth.Caller) (found Own, err error) {
	row, err := associates.FindOwn(ctx, o.DB, by)
	if err != nil {
		return found, err
	}
	found.Email = texts.Of(row.EmailAccount)
	// The row itself never has the password.
	hasPassword := o.DB.WithContext(ctx).Table("users").Where("id = ?", row.ID).Select("account_password is not null")
	if err := hasPassword.Scan(&found.HasPassword).Error; err != nil {
		return found, err
	}
	query := o.DB.WithContext(ctx).Table("users").Where("responsible_code = ?", row.UserCode).Order("id")
	if err := query.Pluck("coalesce(name, associate_name, '')", &found.Patients).Error; err != nil {
		return found, err
	}
	found.Latest, err = o.Latest(ctx, by, by.ID)
	return found, err
}

// Proof shows again that who is signed in is the person: the password, or a code sent by e-mail.
type Proof struct {
	Password string `form:"password"`
	Code     string `form:"code"`
}

// The ways in which a person shows it.
const (
	byPassword = "entrou e digitou a própria senha"
	byCode     = "entrou e digitou o código do e-mail"
)

// check returns how the caller showed to be the person; 400 VALIDATION_ERROR on password or code, and 429 RATE_LIMITED.
func (p Proof) check(ctx context.Context, tx *db.DB, by auth.Caller) (way string, err error) {
	switch {
	case strings.TrimSpace(p.Code) != "":
		return byCode, confirmation.ConfirmOwner(ctx, tx, by, p.Code)
	case p.Password == "":
		return "", errs.Invalid("password", "Escreva a sua senha, ou use um código por e-mail.")
	}
	return byPassword, associates.Passwords(mail.Outbox{}).CheckPassword(ctx, tx, by, p.Password)
}

// AskInput is a request on the own page with its proof.
type AskInput struct {
	privacy.AskInput
	Proof
}

// NeedsProof reports whether a request of the kind needs the password or a code: what gives everything away, or ends it.
func NeedsProof(kind privacy.Kind) bool { return kind.IsForCopy() || kind == privacy.Erase }

// Ask records a request of the calling associate. One that a copy answers begins the copy, which answers it.
func (o Office) Ask(ctx context.Context, by auth.Caller, input AskInput) error {
	if NeedsProof(input.Kind) {
		way, err := input.Proof.check(ctx, o.DB, by)
		if err != nil {
			return err
		}
		input.Identity = way
	}
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		created, err := privacy.Ask(ctx, tx, by, input.AskInput)
		if err != nil || !input.Kind.IsForCopy() {
			return err
		}
		return begin(ctx, tx, by, by.ID, created.ID)
	})
}
