package confirmation

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CodeMessage is the content of a message with a code.
type CodeMessage struct {
	Code    string  `json:"code"`
	Purpose Purpose `json:"purpose"`
}

// ChangedMessage is the content of the message to an address that was replaced.
type ChangedMessage struct {
	NewEmail string `json:"new_email"`
}

// The messages: a code, the answer to somebody who has an account, to somebody who has none, and to a replaced address.
var (
	CodeSent  = mail.KindOf[CodeMessage]{Kind: "email_code", Label: "Código de confirmação", Required: true}
	Known     = mail.KindOf[mail.None]{Kind: "account_known", Label: "Aviso: já tem cadastro", Required: true}
	Unknown   = mail.KindOf[mail.None]{Kind: "account_unknown", Label: "Aviso: ainda não tem cadastro", Required: true}
	Relocated = mail.KindOf[ChangedMessage]{Kind: "email_replaced", Label: "E-mail trocado pelo associado", Required: true}
)

// letter returns the message with the code of a subject.
func (s subject) letter(now time.Time, code string, to mail.Message) mail.Message {
	to.Expires = now.Add(codeLifetime)
	return CodeSent.With(CodeMessage{Code: code, Purpose: s.purpose}, to)
}

// send sends a message; the answer of a page does not depend on its status.
func send(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, message mail.Message) error {
	_, err := outbox.Send(ctx, tx, by, message)
	return err
}

// RequireMail returns 503 UNAVAILABLE while mail is switched off: nobody could be recognised.
func RequireMail(outbox mail.Outbox) error {
	if outbox.Configured {
		return nil
	}
	return errs.New(errs.KindUnavailable, errs.CodeUnavailable, "O envio de e-mails está desligado. A equipe faz o cadastro com você.")
}
