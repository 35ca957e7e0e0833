package consents

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// About is the content of the messages about a consent: what it is for, when it was withdrawn or its text changed, and
// what changed.
type About struct {
	Purpose Purpose   `json:"purpose"`
	Changes string    `json:"changes,omitempty"`
	Date    time.Time `json:"date"`
}

// The messages: a consent was withdrawn, a text has changed.
var (
	Withdrawn = mail.KindOf[About]{Kind: "consent_withdrawn", Label: "Permissão retirada", Required: true}
	Changed   = mail.KindOf[About]{Kind: "consent_text_changed", Label: "Texto novo de uma permissão", Required: true}
)

// announce is the job that writes to the associates who allowed an earlier version of a text, some at a time.
type announce struct {
	Purpose Purpose `json:"purpose"`
	Version int     `json:"version"`
	// After is the last associate who was written to.
	After int64 `json:"after"`
}

// Kind returns the name of the job in the queue.
func (announce) Kind() string { return "announce_consent_text" }

// announceBatch is how many letters one job writes.
const announceBatch = 200

// announceText writes letters and enqueues the job of the next ones. Both are stored together, so that nobody gets a letter twice.
func announceText(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, args announce) error {
	text, err := db.First[Text](tx.WithContext(ctx).Where("purpose = ? and version = ?", args.Purpose, args.Version),
		errs.NotFound("Texto não encontrado."))
	if err != nil {
		return err
	}
	var people []associates.Associate
	err = tx.WithContext(ctx).Where(`id > ? and status <> 'patient' and id in (
			select user_id from (select distinct on (user_id) user_id, given, version from consents where purpose = ? order by user_id, id desc) last
			where given and version < ?)`, args.After, args.Purpose, args.Version).
		Order("id").Limit(announceBatch).Find(&people).Error
	if err != nil || len(people) == 0 {
		return err
	}
	for _, person := range people {
		if person.ContactEmail() == "" {
			continue
		}
		_, err := outbox.Send(ctx, tx, by, Changed.With(About{Purpose: args.Purpose, Changes: text.Changes, Date: text.DateCreated},
			mail.Message{To: person.ContactEmail(), Name: texts.Of(person.Name), Path: OwnPath}))
		if err != nil {
			return err
		}
	}
	args.After = people[len(people)-1].ID
	return jobs.Enqueue(ctx, tx, args, nil)
}
