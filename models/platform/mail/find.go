package mail

import (
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the order of the list of mails.
const newestFirst = "date_created desc, id desc"

// ListInput is the input of List.
type ListInput struct {
	page.Window
	Status Status
	// Q is a part of the recipient's address.
	Q string
}

// List returns the mails, newest first. For a caller who is not an administrator the list is empty.
// It returns 400 VALIDATION_ERROR for an unknown status.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Entry], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Entry]{}, err
	}
	if input.Status != "" && !slices.Contains(Statuses(), input.Status) {
		return page.Of[Entry]{}, errs.Invalid("status", "deve ser queued, sent ou failed")
	}
	return db.ReadPage[Entry](visible(ctx, tx, by), filtered(visible(ctx, tx, by), input), window, newestFirst)
}

// ListTo lists the e-mails to an address, newest first. The area of the recipient checks the permission.
func ListTo(ctx context.Context, tx *db.DB, recipient string, limit int) ([]Entry, error) {
	var entries []Entry
	err := tx.WithContext(ctx).Omit("letter_sealed").Where("recipient = ?", recipient).Order("date_created desc, id desc").Limit(limit).
		Find(&entries).Error
	return entries, err
}

// Latest returns the latest e-mail of a kind to an address, nil if there is none. The area of the recipient checks the
// permission.
func Latest(ctx context.Context, tx *db.DB, kind Kind, recipient string) (*Entry, error) {
	var entries []Entry
	err := tx.WithContext(ctx).Omit("letter_sealed").Where("kind = ? and recipient = ?", kind, recipient).Order("date_created desc, id desc").
		Limit(1).Find(&entries).Error
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	return &entries[0], nil
}

// Count counts the mails that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(filtered(visible(ctx, tx, by), input), limit)
}

// visible returns the mails that the caller may see.
func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Entry{}), by)
}

func filtered(query *db.DB, input ListInput) *db.DB {
	if input.Status != "" {
		query = query.Where("status = ?", input.Status)
	}
	if words := strings.ToLower(strings.TrimSpace(input.Q)); words != "" {
		query = query.Where("strpos(recipient, ?) > 0", words)
	}
	return query
}

// CountByStatus counts the mails that List returns to the caller by status.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[Status]int, error) {
	return db.CountBy[Status](visible(ctx, tx, by), "status")
}

// Find returns a mail, or 404 NOT_FOUND if there is none that the caller may see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Entry, error) {
	query := db.AdministratorsOnly(tx.WithContext(ctx).Where("id = ?", id), by)
	return db.First[Entry](query, errs.NotFound("Mensagem não encontrada."))
}

// maxUndelivered is the maximum number of mails that Undelivered returns.
const maxUndelivered = 1000

// Undelivered returns the failed mails of a kind to these recipients, newest first, at most 1000.
func Undelivered(ctx context.Context, tx *db.DB, kind Kind, recipients []string) ([]Entry, error) {
	var entries []Entry
	failed := tx.WithContext(ctx).Omit("letter_sealed").Where("kind = ? and recipient in ? and status = ?", kind, recipients, Failed)
	err := failed.Order("date_created desc, id desc").Limit(maxUndelivered).Find(&entries).Error
	return entries, err
}

// CanResend reports whether the mail failed and its message has not expired.
func (e Entry) CanResend(now time.Time) bool {
	return e.Status == Failed && e.MessageEncrypted != nil && now.Before(e.MessageExpires)
}

// Resend puts a failed mail back into the outbox with all attempts. It returns 404 NOT_FOUND as
// Find does, and 409 CONFLICT unless CanResend.
func Resend(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Entry, error) {
	var entry Entry
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if entry, err = Find(ctx, tx.Clauses(clause.Locking{Strength: "UPDATE"}), by, id); err != nil {
			return err
		}
		if !entry.CanResend(by.Now) {
			return errs.Conflict(errs.CodeConflict, "Esta mensagem não pode mais ser enviada. É preciso pedir outra.")
		}
		entry.Status, entry.Attempts, entry.LastError = Queued, 0, nil
		changed := tx.Model(&Entry{}).Where("id = ?", id).Select("status", "attempts", "last_error").Updates(entry)
		if changed.Error != nil {
			return changed.Error
		}
		return jobs.Enqueue(ctx, tx, deliver{Mail: id}, nil)
	})
	return entry, err
}
