// Package registration is the funnel in which associates register without the staff: the account, the required data of
// each phase, saving step by step, and moving to the next phase. It holds the rules of decisions.md ("Associate
// funnel"); package associates has the fields of people, package files their documents. An associate reaches only the
// own row and own patients.
package registration

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

// Codes of the specification that only this package returns.
const (
	CodeAccountExists     = "ACCOUNT_EXISTS"
	CodeAccountInProgress = "ACCOUNT_IN_PROGRESS"
	CodePhaseLocked       = "PHASE_LOCKED"
)

const limitWindow = 15 * time.Minute

// AccountLimit limits the accounts opened from one address (specification, "Limits").
func AccountLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "register", Limit: 5, Per: limitWindow}
}

// ExistsLimit limits the e-mails that one address may check (specification, "Limits").
func ExistsLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "exists", Limit: 5, Per: limitWindow}
}

// State is the progress of the registration of an e-mail.
type State string

// The states of the specification.
const (
	None       State = "none"
	InProgress State = "in_progress"
	Complete   State = "associado"
)

// Values lists the states, for the API document.
func (State) Values() []string { return []string{string(None), string(InProgress), string(Complete)} }

// ExistsInput is the query of GET /users/exists.
type ExistsInput struct {
	Email string `json:"email" form:"email"`
}

// Existence is the answer of GET /users/exists.
type Existence struct {
	Exists bool  `json:"exists"`
	State  State `json:"state"`
}

// Exists returns the state of the registration of an e-mail. It returns 400 VALIDATION_ERROR for a malformed e-mail.
func Exists(ctx context.Context, tx *db.DB, input ExistsInput) (Existence, error) {
	address, valid := email.Normalize(input.Email)
	if !valid {
		return Existence{}, errs.Invalid("email", "Confira o e-mail. Exemplo: nome@exemplo.com.br")
	}
	status, err := associates.FindLogin(ctx, tx, address)
	switch {
	case errs.HasCode(err, errs.CodeNotFound):
		return Existence{State: None}, nil
	case err != nil:
		return Existence{}, err
	case status == associates.Associado:
		return Existence{Exists: true, State: Complete}, nil
	}
	return Existence{Exists: true, State: InProgress}, nil
}

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
		return errs.Conflict(CodeAccountExists, "Você já é associado. Entre com sua senha.")
	case found.State == InProgress:
		return errs.Conflict(CodeAccountInProgress, "Você já começou um cadastro. Entre com sua senha para continuar de onde parou.")
	}
	return nil
}
