package operators

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// App is a program of the association in requests for a new password. The page is the same for all.
type App string

// The apps of POST /auth/forgot-password.
const (
	Panel   App = "panel"
	Admin   App = "admin"
	DocSign App = "doc-sign"
)

// ResetRequest is the body of POST /auth/forgot-password.
type ResetRequest struct {
	Email string `json:"email" form:"email"`
	App   App    `json:"app" form:"app"`
}

// Required names the members that must be sent.
func (ResetRequest) Required() []string { return []string{"email", "app"} }

// RequestReset requests a link to set a new password. The answer does not depend on whether an
// active operator has the address. A malformed address and an unknown app are 400 VALIDATION_ERROR.
func RequestReset(ctx context.Context, tx *db.DB, by auth.Caller, request ResetRequest) error {
	_, valid := email.Normalize(request.Email)
	var problems errs.Problems
	problems.Require(valid, "email", "informe um e-mail válido")
	problems.Require(slices.Contains([]App{Panel, Admin, DocSign}, request.App), "app", "deve ser panel, admin ou doc-sign")
	if err := problems.Err(); err != nil {
		return err
	}
	accounts := owners()
	accounts.App = string(request.App)
	return accounts.Request(ctx, tx, by, request.Email)
}

// CheckReset returns the words that a password set with the token must not contain, or 400
// TOKEN_INVALID if none can be set.
func CheckReset(ctx context.Context, tx *db.DB, token string, now time.Time) ([]string, error) {
	return owners().CheckToken(ctx, tx, token, now)
}

// Passwords returns the passwords of active operators: Passwords(outbox).Reset replaces a forgotten
// one.
func Passwords(outbox mail.Outbox) passwordreset.Passwords {
	return passwordreset.Passwords{Accounts: owners(), Mail: outbox}
}

func owners() passwordreset.Accounts {
	return passwordreset.Accounts{
		Kind: auth.Operator, Table: "system_users", Reference: "operator_id", Email: "email", Password: "password", Name: "name",
		Allowed: "status = 'active'", Path: "/nova-senha",
		Check: password.Policy.CheckOperator,
		EndSessions: func(ctx context.Context, tx *db.DB, id int64) error {
			return sessions.EndAll(ctx, tx, auth.Operator, id, sessions.PasswordChanged)
		},
	}
}
