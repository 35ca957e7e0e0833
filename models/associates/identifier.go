package associates

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// Identifier is what people type to sign in: an e-mail, a CPF or a phone.
type Identifier struct {
	// Text is the stored form: the address, or the digits.
	Text string
}

// ParseIdentifier returns the identifier of a typed text; without an @ its digits count.
func ParseIdentifier(typed string) Identifier {
	if strings.Contains(typed, "@") {
		address, _ := email.Normalize(typed)
		return Identifier{address}
	}
	digits := brdoc.Digits(typed)
	if phone, valid := brdoc.Phone(typed); valid && len(digits) > 11 {
		digits = phone
	}
	return Identifier{digits}
}

// IsEmail reports whether the identifier is an address.
func (i Identifier) IsEmail() bool { return strings.Contains(i.Text, "@") }

// Owner is the associate of an identifier.
type Owner struct {
	ID                          int64
	Code, Email, Name, LastName string
}

// FindByIdentifier returns the associate of an identifier; 404 NOT_FOUND if none, or more than one, has it: a family may
// share a phone.
func FindByIdentifier(ctx context.Context, tx *db.DB, identifier Identifier) (Owner, error) {
	found, err := identifier.find(ctx, tx)
	if err == nil && found.ID == 0 {
		err = notFound()
	}
	by := found.person(auth.Origin{})
	return Owner{ID: found.ID, Code: found.UserCode, Email: found.EmailAccount, Name: by.Name, LastName: by.LastName}, err
}

// find returns a login without id and password if not exactly one living associate has this identifier.
func (i Identifier) find(ctx context.Context, tx *db.DB) (login, error) {
	if i.IsEmail() {
		return findLogin(ctx, tx, i.Text)
	}
	var found []login
	query := tx.WithContext(ctx).Where("status <> ? and email_account is not null and (associate_cpf = ? or phone = ?)", Patient, i.Text,
		i.Text).Where(living)
	if err := query.Order("id").Limit(2).Find(&found).Error; err != nil || len(found) != 1 {
		return login{}, err
	}
	return found[0], nil
}

// SignInInput is the form of the page on which associates sign in.
type SignInInput struct {
	// Login is an e-mail, a CPF or a phone.
	Login    string `form:"email"`
	Password string `form:"password"`
}

// SignIn returns the associate with this login and password. Every refusal is 401 INVALID_CREDENTIALS in the same words, or
// 429 RATE_LIMITED, counted by what was typed: a counter of the account would tell which logins belong together.
func SignIn(ctx context.Context, tx *db.DB, by auth.Caller, input SignInInput) (auth.Caller, error) {
	identifier := ParseIdentifier(input.Login)
	if identifier.Text == "" || input.Password == "" {
		return auth.Caller{}, errSignIn()
	}
	came, err := authenticate(ctx, tx, by, identifier, input.Password)
	if errs.HasCode(err, errs.CodeInvalidCredentials) {
		err = errSignIn()
	}
	return came, err
}

func errSignIn() error {
	return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials, "Esses dados não conferem. Confira ou entre com um código.")
}

// RecordLogin records that the caller signed in without a password.
func RecordLogin(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return security.Record(ctx, tx, by, loginEvent(security.LoginSucceeded, by.Email, ""))
}
