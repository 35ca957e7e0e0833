package confirmation

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// undoLifetime is the time in which the replaced address takes a change back.
const undoLifetime = 7 * 24 * time.Hour

// UndoPath is the path of the page on which the replaced address takes a change back.
const UndoPath = "/desfazer-email"

// EmailChange is a row of email_changes: an address that an associate replaced.
type EmailChange struct {
	ID          int64 `gorm:"primaryKey"`
	AssociateID int64
	OldEmail    string
	NewEmail    string
	UndoHash    []byte
	UndoUntil   time.Time
	DateUndone  *time.Time
	DateCreated time.Time
}

// TableName returns the name of the table.
func (EmailChange) TableName() string { return "email_changes" }

func changeOf(by auth.Caller, address string) subject {
	return subject{Change, strconv.FormatInt(by.ID, 10) + " " + address}
}

// RequestChange sends a code to the address that the caller's account is to have, and returns the address in its stored
// form. An address with an account gets a letter that says so, and the answer is the same. It returns 400 VALIDATION_ERROR
// for what is no address or the present one, 429 RATE_LIMITED, and 503 UNAVAILABLE while mail is switched off.
func RequestChange(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, typed string) (string, error) {
	if err := RequireMail(outbox); err != nil {
		return "", err
	}
	address, err := checkAddress(typed)
	if err != nil {
		return "", err
	}
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return "", err
	}
	if address == texts.Of(row.EmailAccount) {
		return "", errs.Invalid("email", "Este já é o seu e-mail.")
	}
	about := changeOf(by, address)
	if err := about.count(ctx, tx, by); err != nil {
		return "", err
	}
	return address, about.write(ctx, tx, by, outbox, mail.Message{To: address, Name: texts.Of(row.Name)})
}

// ChangeCode returns the state of the code that was sent to the caller's new address.
func ChangeCode(ctx context.Context, tx *db.DB, by auth.Caller, address string) (CodeState, error) {
	return changeOf(by, address).state(ctx, tx)
}

// ChangeInput is the form that confirms a new address by its code.
type ChangeInput struct{ Address, Code string }

// ConfirmChange replaces the address of the caller's account by the one to which the code was sent, which ends the other
// sessions, and notifies the old one, which can take it back for seven days. It returns 400 VALIDATION_ERROR for another code.
func ConfirmChange(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input ChangeInput) error {
	address := input.Address
	about := changeOf(by, address)
	ticket, err := about.check(ctx, tx, input.Code, by.Now)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := about.use(ctx, tx, ticket, by.Now); err != nil {
			return err
		}
		before, err := associates.ReplaceEmail(ctx, tx, by, by.ID, address)
		if err != nil {
			return err
		}
		if err := mail.Confirm(ctx, tx, address, by.Now); err != nil {
			return err
		}
		if _, err := sessions.EndOthers(ctx, tx, by); err != nil {
			return err
		}
		return tellReplaced(ctx, tx, by, outbox, relocation{before, address})
	})
}

// relocation is an account before its change, with the new address.
type relocation struct {
	before  associates.Associate
	address string
}

// tellReplaced sends a letter to the address that was replaced, with the link that takes the change back.
func tellReplaced(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, moved relocation) error {
	before, address := moved.before, moved.address
	old := texts.Of(before.EmailAccount)
	if old == "" {
		return nil
	}
	token := secret.New()
	change := EmailChange{AssociateID: before.ID, OldEmail: old, NewEmail: address, UndoHash: secret.Hash(token),
		UndoUntil: by.Now.Add(undoLifetime), DateCreated: by.Now}
	if err := tx.Create(&change).Error; err != nil {
		return err
	}
	_, err := outbox.Send(ctx, tx, by, Relocated.With(ChangedMessage{NewEmail: address}, mail.Message{
		To: old, Name: texts.Of(before.Name), Path: UndoPath + "?" + url.Values{"token": {token}}.Encode(), Expires: change.UndoUntil,
	}))
	return err
}

// FindChange returns the change that a link takes back; 400 TOKEN_INVALID for any other link.
func FindChange(ctx context.Context, tx *db.DB, token string, now time.Time) (EmailChange, error) {
	open := tx.WithContext(ctx).Where("undo_hash = ? and undo_until > ? and date_undone is null", secret.Hash(token), now)
	return db.First[EmailChange](open, errs.New(errs.KindInvalid, errs.CodeTokenInvalid, "Este link não abre mais: já foi usado ou venceu."))
}

// UndoChange gives the account its replaced address back, ends all its sessions and closes the links of later changes. It
// returns 400 TOKEN_INVALID for any other link, and 400 VALIDATION_ERROR if another account has the address now.
func UndoChange(ctx context.Context, tx *db.DB, by auth.Caller, token string) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		change, err := FindChange(ctx, tx, token, by.Now)
		if err != nil {
			return err
		}
		if _, err := associates.ReplaceEmail(ctx, tx, by, change.AssociateID, change.OldEmail); err != nil {
			return err
		}
		if err := mail.Confirm(ctx, tx, change.OldEmail, by.Now); err != nil {
			return err
		}
		if err := sessions.EndAll(ctx, tx, auth.Associate, change.AssociateID, sessions.PasswordChanged); err != nil {
			return err
		}
		later := tx.Model(&EmailChange{}).Where("associate_id = ? and id >= ? and date_undone is null", change.AssociateID, change.ID)
		return later.Update("date_undone", by.Now).Error
	})
}
