package confirmation

import (
	"context"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// person is who a code confirms.
type person struct {
	id            int64
	address, name string
}

// RequestOwner sends a code to the address of the caller's account, which confirms that who is signed in is its owner. It returns the
// errors of RequestAddress.
func RequestOwner(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) error {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return err
	}
	return Owner.request(ctx, tx, by, outbox, person{row.ID, texts.Of(row.EmailAccount), texts.Of(row.Name)})
}

// ConfirmOwner confirms the owner of the caller's account by the code, once; 400 VALIDATION_ERROR for another code.
func ConfirmOwner(ctx context.Context, tx *db.DB, by auth.Caller, code string) error {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return err
	}
	return Owner.confirm(ctx, tx, by, person{id: row.ID, address: texts.Of(row.EmailAccount)}, code)
}

// RequestIdentity sends a code to the person who made a request about their data: the staff types what the person says. It returns the errors of
// RequestAddress.
func RequestIdentity(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, associate int64) error {
	of, err := personOf(ctx, tx, associate)
	if err != nil {
		return err
	}
	return Identity.request(ctx, tx, by, outbox, of)
}

// ConfirmIdentity confirms the person of a request by the code, once; 400 VALIDATION_ERROR for another code.
func ConfirmIdentity(ctx context.Context, tx *db.DB, by auth.Caller, associate int64, code string) error {
	of, err := personOf(ctx, tx, associate)
	if err != nil {
		return err
	}
	return Identity.confirm(ctx, tx, by, of, code)
}

func personOf(ctx context.Context, tx *db.DB, associate int64) (of person, err error) {
	row, err := db.First[associates.Associate](tx.WithContext(ctx).Where("id = ?", associate), errs.NotFound("Este cadastro não existe mais."))
	return person{row.ID, texts.Of(row.EmailAccount), texts.Of(row.Name)}, err
}

// about is the subject of a code for a person: one of an earlier address no longer confirms.
func (p Purpose) about(of person) subject {
	return subject{p, strconv.FormatInt(of.id, 10) + " " + of.address}
}

func (p Purpose) request(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, of person) error {
	if err := RequireMail(outbox); err != nil {
		return err
	}
	if of.address == "" {
		return errs.Invalid("code", "Este cadastro não tem e-mail.")
	}
	if err := p.about(of).count(ctx, tx, by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		code, err := p.about(of).issue(ctx, tx, by.Now)
		if err != nil || code == "" {
			return err
		}
		return send(ctx, tx, by, outbox, p.about(of).letter(by.Now, code, mail.Message{To: of.address, Name: of.name}))
	})
}

func (p Purpose) confirm(ctx context.Context, tx *db.DB, by auth.Caller, of person, code string) error {
	_, err := p.about(of).check(ctx, tx, code, by.Now)
	return err
}
