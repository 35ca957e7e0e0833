package operators

import (
	"context"

	"acolhe/models/db"
	"acolhe/models/email"
	"acolhe/models/errs"
	"acolhe/models/password"
	"acolhe/models/person"
)

// The codes of the specification that a login is refused with.
const (
	CodeInvalidCredentials = "INVALID_CREDENTIALS"
	CodeUserInactive       = "USER_INACTIVE"
)

// LoginInput is the body of POST /auth/login and the form at /entrar.
type LoginInput struct {
	Email    string `json:"email" form:"email"`
	Password string `json:"password" form:"password"`
}

// Authenticate gives the operator with this e-mail and password. It answers
// 400 VALIDATION_ERROR, 401 INVALID_CREDENTIALS, or 403 USER_INACTIVE, the last only to
// who knows the password. Unknown e-mails take as long as wrong passwords.
func Authenticate(ctx context.Context, tx *db.DB, input LoginInput) (person.Person, error) {
	address, valid := email.Normal(input.Email)
	var problems errs.Problems
	problems.Require(valid, "email", "informe um e-mail válido")
	problems.Require(input.Password != "", "password", "informe a senha")
	if err := problems.Err(); err != nil {
		return person.Person{}, err
	}
	operator, err := findByEmail(ctx, tx, address)
	if err != nil {
		return person.Person{}, err
	}
	matches, err := password.Matches(ctx, hashOf(operator), input.Password)
	if err != nil {
		return person.Person{}, err
	}
	if !matches {
		return person.Person{}, errs.New(errs.KindUnauthenticated, CodeInvalidCredentials, "E-mail ou senha não conferem.")
	}
	if operator.Status != Active {
		return person.Person{}, errs.New(errs.KindForbidden, CodeUserInactive,
			"Esta conta está inativa. Fale com a administração da associação.")
	}
	return operator.Person(), nil
}

// findByEmail gives an operator without id and password when there is none.
func findByEmail(ctx context.Context, tx *db.DB, address string) (Operator, error) {
	var operator Operator
	err := tx.WithContext(ctx).Where("email = ?", address).Limit(1).Find(&operator).Error
	return operator, err
}

func hashOf(operator Operator) string {
	if operator.Password == nil {
		return ""
	}
	return *operator.Password
}
