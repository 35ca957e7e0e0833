package reads

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Asked is the letter that asks an operator about their unusual reads.
var Asked = mail.KindOf[Question]{Kind: "reads_asked", Label: "Pergunta sobre acessos", Required: true}

// Question is the content of the letter: who asks what about the reads of a day. It names nobody who was seen.
type Question struct {
	Kind   UnusualKind `json:"kind"`
	People int         `json:"people"`
	First  time.Time   `json:"first"`
	Last   time.Time   `json:"last"`
	By     string      `json:"by"`
	Text   string      `json:"text"`
}

// maxQuestion is the length of a question in characters.
const maxQuestion = 500

// AskInput names unusual reads and what their operator is asked.
type AskInput struct {
	Kind     UnusualKind `json:"kind" form:"kind"`
	ViewerID int64       `json:"viewer_id" form:"viewer_id"`
	Day      string      `json:"day" form:"day"`
	Text     string      `json:"text" form:"text"`
}

// Ask writes to the operator of unusual reads, and records it; the reads stay listed. It returns 400 VALIDATION_ERROR without a
// question, and 404 NOT_FOUND for reads that are not listed and for an operator who is not active.
func Ask(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input AskInput) error {
	if err := requireAdministrator(by); err != nil {
		return err
	}
	if input.Text == "" || !texts.Fits(input.Text, maxQuestion) {
		return errs.Invalid("text", "escreva a pergunta, em até "+strconv.Itoa(maxQuestion)+" caracteres")
	}
	found, err := findUnusual(ctx, tx, by, ReviewInput{Kind: input.Kind, ViewerID: input.ViewerID, Day: input.Day})
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		to, err := db.First[struct{ Email, Name string }](
			tx.Table("system_users").Select("email, name").Where("id = ? and status = 'active'", found.ViewerID),
			errs.NotFound("Esta conta não está ativa."))
		if err != nil {
			return err
		}
		question := Question{Kind: found.Kind, People: found.People, First: found.First, Last: found.Last, By: by.FullName(), Text: input.Text}
		if _, err := outbox.Send(ctx, tx, by, Asked.With(question, mail.Message{To: to.Email, Name: to.Name})); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.ReadsAsked, Subject: found.ViewerName,
			Details: map[string]any{"kind": input.Kind, "day": input.Day}})
	})
}
