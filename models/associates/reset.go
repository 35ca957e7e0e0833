package associates

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/mail"
	"acolhe/models/password"
	"acolhe/models/person"
	"acolhe/models/resets"
)

// ResetRequest is the body of POST /auth/associate/forgot-password.
type ResetRequest struct {
	Email string `json:"email" form:"email"`
}

// RequestReset asks for a link to set a new password. Nobody learns from it whether an
// associate has the address; a malformed one is 400 VALIDATION_ERROR.
func RequestReset(ctx context.Context, tx *db.DB, by person.Person, request ResetRequest, now time.Time) error {
	return owners().Request(ctx, tx, by, request.Email, now)
}

// Passwords is how associates reset a forgotten password: Passwords(outbox).Reset.
func Passwords(outbox mail.Outbox) resets.Passwords {
	return resets.Passwords{Of: owners(), Mail: outbox}
}

// owners: a patient has no login, even where the row holds an address.
func owners() resets.Owners {
	return resets.Owners{
		Kind: person.Associate, Table: "users", Email: "email_account", Password: "account_password",
		Name: "coalesce(nullif(name, ''), associate_name, '')", Allowed: "status <> 'patient'", Page: "/cadastro/nova-senha",
		Check: func(plain string) error { return password.CheckLength(plain, "password") },
	}
}
