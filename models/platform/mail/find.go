package mail

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the total order of the list of mails.
const newestFirst = "date_created desc, id desc"

// ListInput is the query of the list of mails.
type ListInput struct {
	page.Window
	Status Status
	// Q is a part of the recipient's address.
	Q string
}

// List returns the mails, newest first.
func List(ctx context.Context, tx *db.DB, input ListInput) (page.Of[Entry], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Entry]{}, err
	}
	if input.Status != "" && !slices.Contains(Statuses(), input.Status) {
		return page.Of[Entry]{}, errs.Invalid("status", "deve ser queued, sent ou failed")
	}
	all := tx.WithContext(ctx).Model(&Entry{})
	return db.ReadPage[Entry](all.Session(&db.Session{}), matching(all.Session(&db.Session{}), input), window, newestFirst)
}

func matching(query *db.DB, input ListInput) *db.DB {
	if input.Status != "" {
		query = query.Where("status = ?", input.Status)
	}
	if words := strings.ToLower(strings.TrimSpace(input.Q)); words != "" {
		query = query.Where("strpos(recipient, ?) > 0", words)
	}
	return query
}

// CountByStatus counts the mails of each status; absent statuses have none.
func CountByStatus(ctx context.Context, tx *db.DB) (map[Status]int, error) {
	return db.CountBy[Status](tx.WithContext(ctx).Model(&Entry{}), "status")
}

// Find returns one mail, or 404 NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, id int64) (Entry, error) {
	return db.First[Entry](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Mensagem não encontrada."))
}

// CanBeSentAgain reports whether a mail failed and its letter still serves.
func (e Entry) CanBeSentAgain(now time.Time) bool {
	return e.Status == Failed && e.LetterSealed != nil && now.Before(e.LetterExpires)
}

// SendAgain puts a failed mail back into the outbox, with all its attempts before it. It
// answers 409 CONFLICT when the mail did not fail or its letter is gone.
func SendAgain(ctx context.Context, tx *db.DB, id int64, now time.Time) (Entry, error) {
	var envelope Entry
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if envelope, err = Find(ctx, tx.Clauses(clause.Locking{Strength: "UPDATE"}), id); err != nil {
			return err
		}
		if !envelope.CanBeSentAgain(now) {
			return errs.Conflict(errs.CodeConflict, "Esta mensagem não pode mais ser enviada. É preciso pedir outra.")
		}
		envelope.Status, envelope.Attempts, envelope.LastError = Queued, 0, nil
		changed := tx.Model(&Entry{}).Where("id = ?", id).Select("status", "attempts", "last_error").Updates(envelope)
		if changed.Error != nil {
			return changed.Error
		}
		return jobs.Enqueue(ctx, tx, deliver{Mail: id}, nil)
	})
	return envelope, err
}
