package documents

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// RefusedMessage is the content of the message about a refused document.
type RefusedMessage struct {
	Reason string `json:"reason"`
}

// AcceptedMessage is the content of the message once everything is checked.
type AcceptedMessage struct {
	// Expires is the end of the prescription's validity; empty without any.
	Expires string `json:"expires,omitempty"`
	// IsMember reports whether the registration is complete.
	IsMember bool `json:"is_member"`
}

// The messages: a document is refused, everything that was sent is accepted.
var (
	Refused  = mail.KindOf[RefusedMessage]{Kind: "document_refused", Label: "Documento recusado"}
	Accepted = mail.KindOf[AcceptedMessage]{Kind: "documents_accepted", Label: "Documentos conferidos"}
)

// letter is the job that writes about a decision, unless it was taken back meanwhile.
type letter struct {
	Check   int64     `json:"check"`
	Decided time.Time `json:"decided"`
}

// Kind returns the name of the job in the queue.
func (letter) Kind() string { return "document_decision_letter" }

// write sends the letter of a decision that still stands: of a refusal at once, of an acceptance once nothing of the account
// waits or is refused.
func write(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, args letter) error {
	item, err := Find(ctx, tx, by, args.Check)
	switch {
	case errs.HasCode(err, errs.CodeNotFound):
		return nil
	case err != nil:
		return err
	case item.IsWaiting() || !item.DateUpdated.Equal(args.Decided.Truncate(time.Microsecond)):
		return nil
	}
	row, err := associates.FindFor(ctx, tx, by, item.AssociateID)
	if err != nil || row.ContactEmail() == "" {
		return err
	}
	to := mail.Message{To: row.ContactEmail(), Name: texts.Of(row.Name), Path: item.SlotPath(registration.IsComplete(row))}
	if item.State == NotTaken {
		_, err = outbox.Send(ctx, tx, by, Refused.With(RefusedMessage{item.Reason}, to))
		return err
	}
	var open int64
	err = tx.WithContext(ctx).Model(&Check{}).Where("associate_id = ? and state <> 'accepted'", item.AssociateID).
		Where("state <> 'refused' or not exists (select 1 from document_checks later where later.associate_id = document_checks.associate_id and later.state = 'accepted' and later.date_created > document_checks.date_created)").
		Count(&open).Error
	if err != nil || open > 0 {
		return err
	}
	to.Path = "/cadastro"
	_, err = outbox.Send(ctx, tx, by, Accepted.With(AcceptedMessage{Expires: shown(item.Expires), IsMember: registration.IsComplete(row)}, to))
	return err
}

func shown(day *civil.Date) string {
	if day == nil {
		return ""
	}
	return day.Shown()
}

// SlotPath returns the page on which an associate sends the document again; those of a complete registration have pages of
// their own.
func (i Item) SlotPath(isComplete bool) string {
	isOwn := i.PersonID == i.AssociateID
	query := url.Values{}
	switch {
	case i.DocType != "" && isOwn && i.Subject != registration.Patient:
		return "/cadastro/documentos?" + url.Values{"tipo": {i.DocType}}.Encode()
	case i.DocType != "":
		if !isOwn {
			query.Set("de", strconv.FormatInt(i.PersonID, 10))
		}
		query.Set("tipo", i.DocType)
		return "/cadastro/documento-paciente?" + query.Encode()
	case !isComplete:
		return "/cadastro/receita"
	}
	query.Set("tipo", map[string]string{"prescription": "receita", "report": "laudo", "exam": "exame"}[i.DocKind])
	query.Set("para", "eu")
	if !isOwn {
		query.Set("para", strconv.FormatInt(i.PersonID, 10))
	}
	return "/cadastro/meus-documentos/enviar?" + query.Encode()
}
