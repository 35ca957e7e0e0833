// Package account opens the account with which an associate begins to register, and says of an e-mail whether it has one.
package account

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// The refusals of an e-mail with an account.
const (
	CodeExists     = "ACCOUNT_EXISTS"
	CodeInProgress = "ACCOUNT_IN_PROGRESS"
)

const limitWindow = 15 * time.Minute

// Limit limits the accounts opened from one address (specification, "Limits").
func Limit() ratelimit.Rule {
	return ratelimit.Rule{Name: "register", Limit: 5, Per: limitWindow}
}

// Quota is what one address stores in a day by opening accounts.
func Quota() ratelimit.Quota { return ratelimit.Quota{Name: "accounts", Count: 500} }

// OpenInput is the body of POST /auth/associate/register-email.
type OpenInput struct {
	Email    string `json:"email" form:"email"`
	Password string `json:"password" form:"password"`
}

// Required names the members that must be sent.
func (OpenInput) Required() []string { return []string{"email", "password"} }

// Open opens an account in the first phase and returns its associate, to be signed in. It returns 400 VALIDATION_ERROR,
// 409 ACCOUNT_EXISTS for the e-mail of an Associado, and 409 ACCOUNT_IN_PROGRESS for that of another associate. Of two
// concurrent calls one opens the account.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, input OpenInput) (auth.Caller, error) {
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return auth.Caller{}, err
	}
	address, valid := email.Normalize(input.Email)
	var problems errs.Problems
	problems.Require(valid, "email", "Confira o e-mail. Exemplo: nome@exemplo.com.br")
	problems = append(problems, errs.FieldsOf(policy.CheckAssociate(input.Password, "password", address))...)
	if err := problems.Err(); err != nil {
		return auth.Caller{}, err
	}
	if err := refuseExisting(ctx, tx, address); err != nil {
		return auth.Caller{}, err
	}
	opened, err := associates.OpenAccount(ctx, tx, by, address, input.Password)
	if errs.HasCode(err, errs.CodeConflict) {
		if refused := refuseExisting(ctx, tx, address); refused != nil {
			return auth.Caller{}, refused
		}
	}
	return opened, err
}

func refuseExisting(ctx context.Context, tx *db.DB, address string) error {
	found, err := Exists(ctx, tx, ExistsInput{Email: address})
	switch {
	case err != nil:
		return err
	case found.State == Complete:
		return errs.Conflict(CodeExists, "Você já é associado. Entre com sua senha.")
	case found.State == InProgress:
		return errs.Conflict(CodeInProgress, "Você já começou um cadastro. Entre com sua senha para continuar de onde parou.")
	}
	return nil
}
