package reports

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// KeyRequest is the kind of mail that asks a professional for the Pix key that a payout lacks.
var KeyRequest = mail.KindOf[KeyMessage]{Kind: "pix_key_asked", Label: "Chave Pix pedida", Required: true}

// KeyMessage says which payout waits for the key.
type KeyMessage struct {
	Month  string `json:"month"`
	Amount string `json:"amount"`
}

// askAgainAfter is the time after which a professional may be asked again.
const askAgainAfter = 24 * time.Hour

// portalData is the page on which a professional writes the key.
const portalData = "/portal/dados"

// AskForKey writes to the professional of a statement whose payout lacks a Pix key, at most once a day, and returns their name. It
// returns 403 FORBIDDEN unless access.CanSettle, 404 NOT_FOUND, and 409 CONFLICT for a statement that is not waiting for a key, a
// professional who gets no letter, and a second letter within a day.
func AskForKey(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, id int64) (name string, err error) {
	if err := access.RequireSettle(by); err != nil {
		return "", err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return "", err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps two who press the button at once from writing twice.
		statement, err := db.Lock[Statement](tx, id)
		if err != nil {
			return err
		}
		professional, err := professionals.FindFor(ctx, tx, by, statement.ProfessionalID)
		if err != nil {
			return err
		}
		name = professional.Name
		if err := statement.mayAskForKey(ctx, tx, by, professional); err != nil {
			return err
		}
		content := KeyMessage{Month: fmtbr.LongMonth(statement.Month.In(zone).From, zone), Amount: fmtbr.Money(statement.Payable)}
		status, err := outbox.Send(ctx, tx, by, KeyRequest.With(content,
			mail.Message{To: professional.MailAddress(), Name: name, By: by.FullName(), Path: portalData}))
		if err != nil {
			return err
		}
		if status != mail.Queued {
			return errs.Conflict(errs.CodeConflict, "A carta não saiu: o envio de e-mails está desligado. Peça a chave de outro jeito.")
		}
		return record(tx, by, id, KeyAsked, "")
	})
	return name, err
}

// mayAskForKey returns 409 CONFLICT if a letter to the professional would ask for nothing, reach nobody, or repeat one.
func (s Statement) mayAskForKey(ctx context.Context, tx *db.DB, by auth.Caller, to professionals.Professional) error {
	payout := payoutOf(Group{Professional: Professional{ID: to.ID, PaymentDetails: to.PaymentDetails}}, []Statement{s})
	switch {
	case !payout.LacksKey():
		return errs.Conflict(errs.CodeConflict, "O repasse de "+to.Name+" não espera uma chave Pix.")
	case to.MailAddress() == "":
		return errs.Conflict(errs.CodeConflict, to.Name+" não recebe e-mails. Peça a chave de outro jeito.")
	}
	var asked int64
	err := tx.WithContext(ctx).Model(&Event{}).Where("statement_id = ? and kind = ? and date_created > ?", s.ID, KeyAsked, by.Now.Add(-askAgainAfter)).
		Count(&asked).Error
	if err == nil && asked > 0 {
		err = errs.Conflict(errs.CodeConflict, to.Name+" já recebeu o pedido nas últimas 24 horas.")
	}
	return err
}
