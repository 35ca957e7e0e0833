package account

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

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
