package associates

import (
	"context"
	"net/url"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// emailChangeLifetime is the time in which the current address must confirm a new one.
const emailChangeLifetime = 7 * 24 * time.Hour

// EmailConfirmationPath is the path of the page at which the current address confirms a new one.
const EmailConfirmationPath = "/confirmar-email"

// changeEmail handles a new login e-mail of an account with a password. An administrator's change is applied; any other
// waits until the current address confirms it, because the new address could set a password. Without mail or a current
// address, only an administrator can change it.
func (r *update) changeEmail(tx *db.DB, mailConfigured bool) error {
	if texts.Of(r.row.EmailAccount) == texts.Of(r.before.EmailAccount) {
		return nil
	}
	hasAccount, err := hasPassword(tx, r.row.ID)
	if err != nil || !hasAccount || access.IsAdministrator(r.by) {
		r.row.setPendingEmail(nil, "", time.Time{})
		return err
	}
	wanted := r.row.EmailAccount
	r.row.EmailAccount = r.before.EmailAccount
	switch {
	case wanted == nil || r.before.EmailAccount == nil:
		return errs.Invalid("email_account", "Só um administrador pode incluir ou tirar o e-mail de acesso de quem tem senha.")
	case !mailConfigured:
		return errs.Invalid("email_account", "O envio de e-mails está desligado. Peça a um administrador que troque o e-mail de acesso.")
	case r.waitsFor(*wanted):
		return nil
	}
	r.emailToken = secret.New()
	r.row.setPendingEmail(wanted, r.emailToken, r.by.Now.Add(emailChangeLifetime))
	return nil
}

// changeOwnEmail handles a new login e-mail that the associate sent; an empty one counts as not sent. The current address
// cancels a change that waits.
func (r *update) changeOwnEmail(tx *db.DB, sent patch.Field[string], mailConfigured bool) error {
	if !sent.Sent || r.row.Status == Patient {
		return nil
	}
	if r.row.EmailAccount == nil {
		r.row.EmailAccount = r.before.EmailAccount
	}
	if texts.Of(r.row.EmailAccount) == texts.Of(r.before.EmailAccount) {
		if errs.For(r.problems, "email_account") == "" {
			r.row.setPendingEmail(nil, "", time.Time{})
		}
		return nil
	}
	err := r.changeEmail(tx, mailConfigured)
	if refused := errs.FieldsOf(err); len(refused) > 0 {
		r.problems = append(r.problems, refused...)
		return nil
	}
	return err
}

// waitsFor reports whether the address already waits for confirmation.
func (r *update) waitsFor(address string) bool {
	return texts.Of(r.before.PendingEmail) == address && r.before.PendingEmailExpires != nil && r.by.Now.Before(*r.before.PendingEmailExpires)
}

// setPendingEmail sets the address that waits for confirmation; nil for none. A token without an address, which stays
// in its write-only column, has no expiry and is invalid.
func (a *Associate) setPendingEmail(address *string, token string, expires time.Time) {
	a.PendingEmail, a.PendingEmailExpires = address, nil
	if address != nil {
		a.PendingEmailToken, a.PendingEmailExpires = secret.Hash(token), &expires
	}
}

// cancelEmail applies the field pending_email, which can only be set to null.
func (r *update) cancelEmail(in ChangeInput) {
	if !in.PendingEmail.Sent || texts.Of(r.before.PendingEmail) == in.PendingEmail.Value {
		return
	}
	r.problems.Require(in.PendingEmail.Null, "pending_email", "só pode ser null, para cancelar a troca")
	r.row.setPendingEmail(nil, "", time.Time{})
}

// reportEmail records a change of the login e-mail of an account with a password, and sends a mail to the current
// address: with the link that confirms the new one, or with the news that it was replaced.
func (a Accounts) reportEmail(ctx context.Context, tx *db.DB, r *update, after Associate) error {
	old, name := texts.Of(r.before.EmailAccount), after.FullName()
	isReplaced := old != texts.Of(after.EmailAccount)
	if !isReplaced && r.emailToken == "" {
		if r.before.PendingEmail == nil || after.PendingEmail != nil {
			return nil
		}
		return recordEmail(ctx, tx, r.by, security.EmailChangeCancelled, after)
	}
	if hasAccount, err := hasPassword(tx, after.ID); err != nil || !hasAccount {
		return err
	}
	kind, message := security.LoginChanged, mail.Message{Kind: mail.EmailChanged.Kind, To: old, Name: name, By: r.by.FullName()}
	if !isReplaced {
		kind, message.Kind, message.Expires = security.EmailChangeRequested, mail.EmailChangeRequested.Kind, *after.PendingEmailExpires
		message.Path = EmailConfirmationPath + "?" + url.Values{"token": {r.emailToken}}.Encode()
		message = mail.EmailChangeRequested.With(mail.NewAddress{Email: texts.Of(after.PendingEmail)}, message)
	}
	if err := recordEmail(ctx, tx, r.by, kind, after); err != nil || old == "" {
		return err
	}
	_, err := a.Mail.Send(ctx, tx, r.by, message)
	return err
}

func recordEmail(ctx context.Context, tx *db.DB, by auth.Caller, kind security.Kind, row Associate) error {
	return security.Record(ctx, tx, by, security.Event{Kind: kind, Subject: row.UserCode.String()})
}

// hasPassword reports whether an associate can sign in.
func hasPassword(tx *db.DB, id int64) (bool, error) {
	var found bool
	err := tx.Model(&Associate{}).Select("account_password is not null").Where("id = ?", id).Scan(&found).Error
	return found, err
}

// PendingEmail is a new login e-mail that waits for the confirmation of the current one.
type PendingEmail struct{ Current, New string }

// FindPendingEmail returns the change that a link confirms, or 400 TOKEN_INVALID.
func FindPendingEmail(ctx context.Context, tx *db.DB, token string, now time.Time) (PendingEmail, error) {
	row, err := db.First[Associate](tx.WithContext(ctx).Scopes(withEmailToken(token, now)), errEmailLink())
	return PendingEmail{texts.Of(row.EmailAccount), texts.Of(row.PendingEmail)}, err
}

// EmailAnswer is the form of the current address: it confirms the new one or refuses it.
type EmailAnswer struct {
	Token    string `form:"token"`
	Accepted bool   `form:"aceitar"`
}

// AnswerPendingEmail replaces the login e-mail, and an equal contact e-mail, if the answer accepts it, which ends the
// sessions and the links that reset the password, or cancels the change. It returns 400 TOKEN_INVALID, and 400 VALIDATION_ERROR if another
// associate has the new address meanwhile.
func AnswerPendingEmail(ctx context.Context, tx *db.DB, by auth.Caller, answer EmailAnswer) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found, err := db.First[Associate](tx.Scopes(withEmailToken(answer.Token, by.Now)), errEmailLink())
		if err != nil {
			return err
		}
		var before Associate
		after, err := db.Change(ctx, tx, found.ID, "", func(_ *db.DB, stored Associate, row *Associate) error {
			before = stored
			if answer.Accepted {
				if texts.Of(row.Email) == texts.Of(row.EmailAccount) {
					row.Email = row.PendingEmail
				}
				row.EmailAccount = row.PendingEmail
			}
			row.setPendingEmail(nil, "", time.Time{})
			row.DateUpdated = by.Now
			return nil
		}, withEmailToken(answer.Token, by.Now))
		switch {
		case errs.HasCode(err, errs.CodeNotFound):
			return errEmailLink()
		case errs.HasCode(err, errs.CodeConflict):
			return errs.Invalid("email_account", "Outra pessoa já usa o novo e-mail. Fale com a associação.")
		case err != nil:
			return err
		case !answer.Accepted:
			return recordEmail(ctx, tx, by, security.EmailChangeCancelled, after)
		}
		if err := recordEmail(ctx, tx, by, security.LoginChanged, after); err != nil {
			return err
		}
		return endLogin(ctx, tx, by, before, after)
	})
}

// ReplaceEmail replaces the login e-mail of an associate, and an equal contact e-mail, and returns the row before. The new
// address has been confirmed. Links that reset the password end. It returns 400 VALIDATION_ERROR if another associate has
// the address.
func ReplaceEmail(ctx context.Context, tx *db.DB, by auth.Caller, id int64, address string) (before Associate, err error) {
	after, err := db.Change(ctx, tx, id, "", func(_ *db.DB, stored Associate, row *Associate) error {
		before = stored
		if texts.Of(row.Email) == texts.Of(row.EmailAccount) {
			row.Email = &address
		}
		row.EmailAccount, row.DateUpdated = &address, by.Now
		row.setPendingEmail(nil, "", time.Time{})
		return nil
	})
	switch {
	case errs.HasCode(err, errs.CodeConflict):
		return before, errs.Invalid("email", "Este e-mail não pode ser usado. Fale com a associação.")
	case err != nil:
		return before, err
	}
	if err := recordEmail(ctx, tx, by, security.LoginChanged, after); err != nil {
		return before, err
	}
	return before, DropReset(ctx, tx, id)
}

func withEmailToken(token string, now time.Time) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Where("pending_email_token = ? and pending_email_expires > ?", secret.Hash(token), now)
	}
}

func errEmailLink() error {
	return errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "Este link não é mais válido: já foi usado, venceu ou a troca foi cancelada.")
}
