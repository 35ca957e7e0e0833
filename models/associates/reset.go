package associates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
)

// ResetRequest is the body of POST /auth/associate/forgot-password.
type ResetRequest struct {
	Email string `json:"email" form:"email"`
}

// Required names the members that must be sent.
func (ResetRequest) Required() []string { return []string{"email"} }

// RequestReset requests a link to set a new password. The answer does not depend on whether an
// associate has the address; a malformed one is 400 VALIDATION_ERROR.
func RequestReset(ctx context.Context, tx *db.DB, by auth.Caller, request ResetRequest) error {
	return owners().Request(ctx, tx, by, request.Email)
}

// Passwords returns the passwords of associates: Passwords(outbox).Reset replaces a forgotten one.
func Passwords(outbox mail.Outbox) passwordreset.Passwords {
	return passwordreset.Passwords{Accounts: owners(), Mail: outbox}
}

// owners describes the accounts of associates; patients have no login, even with an e-mail in the row.
func owners() passwordreset.Accounts {
	return passwordreset.Accounts{
		Kind: auth.Associate, Table: "users", Reference: "associate_id", Email: "email_account", Password: "account_password",
		Name: "coalesce(nullif(name, ''), associate_name, '')", Allowed: "status <> 'patient'", Path: "/cadastro/nova-senha",
		Check: password.Policy.CheckAssociate,
		EndSessions: func(ctx context.Context, tx *db.DB, id int64) error {
			return sessions.EndAll(ctx, tx, auth.Associate, id, sessions.PasswordChanged)
		},
	}
}
