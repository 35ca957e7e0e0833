package documents

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// AnswerDays is how many working days the staff takes to check a document.
var AnswerDays = settings.Key[int]{System: "system", Name: "document_days", Type: settings.Number, Default: 3, Required: true,
	Description: "Dias úteis que a equipe leva para conferir um documento.", Check: func(days int) error {
		if days < 1 || days > 30 {
			return errors.New("deve ser de 1 a 30")
		}
		return nil
	}}

// mostOwn is the maximum number of documents of one account, mostWaiting that of the queue.
const (
	mostOwn     = 500
	mostWaiting = 200
)

// ListOwn returns the checks of the documents of the calling associate and the own patients, oldest first.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller) (Checks, error) {
	var found Checks
	err := tx.WithContext(ctx).Where("associate_id = ?", by.ID).Scopes(db.Allowed(by.Kind == auth.Associate)).
		Order("date_created, id").Limit(mostOwn).Find(&found).Error
	return found, err
}

// AnswerBy returns the day by which what was sent at a time is checked, in the association's time zone.
func AnswerBy(ctx context.Context, tx *db.DB, sent time.Time) (civil.Date, error) {
	days, err := settings.Get(ctx, tx, AnswerDays)
	if err != nil {
		return civil.Date{}, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return civil.Date{}, err
	}
	return civil.Of(sent.In(zone)).AddWorkdays(days), nil
}

// Group is a tab of the queue.
type Group string

// The groups of the queue.
const (
	All            Group = ""
	Identity       Group = "identidade"
	Representation Group = "representacao"
	Health         Group = "receitas"
)

// Groups returns the groups in their order.
func Groups() []Group { return []Group{All, Identity, Representation, Health} }

// condition limits a statement with users_files as f to a group.
func (g Group) condition() string {
	return map[Group]string{All: "true", Identity: "f.doc_type is not null", Representation: "f.doc_kind = 'representation'",
		Health: "f.doc_type is null and f.doc_kind in ('prescription', 'report', 'exam')"}[g]
}

// Item is a document in the queue, with whose it is.
type Item struct {
	Check
	FileName    string
	ContentType string
	DocKind     string
	DocType     string
	Side        string
	Subject     string
	// Person is the name of the person whose document it is, Associate that of the account.
	Person    string
	Associate string
}

// IsImage reports whether browsers show the file as an image.
func (i Item) IsImage() bool {
	switch i.ContentType {
	case "image/jpeg", "image/png", "image/webp":
		return true
	}
	return false
}

// LockedFor returns the name of the colleague who is checking the document; empty if nobody else is.
func (i Item) LockedFor(by auth.Caller) string {
	isMine := i.LockedBy != nil && i.LockedBy.String() == by.Code
	if i.LockedUntil == nil || isMine || !i.LockedUntil.After(by.Now) {
		return ""
	}
	return i.LockedName
}

// Waiting returns the documents of a group that wait, oldest first.
func Waiting(ctx context.Context, tx *db.DB, by auth.Caller, group Group) (found []Item, err error) {
	err = selectItems(ctx, tx, by).Where("c.state in ('received', 'checking') and " + group.condition()).
		Order("c.date_created, c.id").Limit(mostWaiting).Scan(&found).Error
	return found, err
}

// Oldest returns the documents that have waited longest, at most limit.
func Oldest(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found []Item, err error) {
	err = selectItems(ctx, tx, by).Where("c.state in ('received', 'checking')").Order("c.date_created, c.id").Limit(limit).Scan(&found).Error
	return found, err
}

// ListOf returns the checks of the documents of an account whom the caller may check, oldest first.
func ListOf(ctx context.Context, tx *db.DB, by auth.Caller, associate int64) (found []Item, err error) {
	err = selectItems(ctx, tx, by).Where("c.associate_id = ?", associate).Order("c.date_created, c.id").Limit(mostOwn).Scan(&found).Error
	return found, err
}

// Find returns a document by the id of its check; 404 NOT_FOUND for another one and for callers who do not check.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	var found []Item
	err := selectItems(ctx, tx, by).Where("c.id = ?", id).Limit(1).Scan(&found).Error
	if err == nil && len(found) == 0 {
		return Item{}, errs.NotFound("Este documento não está mais na fila. O associado pode ter enviado outro no lugar.")
	}
	if err != nil {
		return Item{}, err
	}
	return found[0], nil
}

// Count is how many documents of a group wait.
type Count struct {
	Group Group
	Count int
}

// CountWaiting counts the waiting documents of every group.
func CountWaiting(ctx context.Context, tx *db.DB, by auth.Caller) ([]Count, error) {
	counts := make([]Count, 0, len(Groups()))
	for _, group := range Groups() {
		var n int64
		err := selectItems(ctx, tx, by).Where("c.state in ('received', 'checking') and " + group.condition()).Count(&n).Error
		if err != nil {
			return nil, err
		}
		counts = append(counts, Count{group, int(n)})
	}
	return counts, nil
}

// SelectWaiting selects the documents that wait, for use in other statements.
func SelectWaiting(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Model(&Check{}).Where("state in ('received', 'checking')").Scopes(mayCheck(by))
}

// mayCheck limits a statement to the callers who check documents: those who may change the files of associates.
func mayCheck(by auth.Caller) db.Scope {
	return db.Allowed(access.Can(by, "users_files", access.Update))
}

func selectItems(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return tx.WithContext(ctx).Table("document_checks c").Scopes(mayCheck(by)).
		Joins("join users_files f on f.id = c.id").Joins("join files on files.id = c.file_id").
		Joins("join users person on person.id = c.person_id").Joins("join users owner on owner.id = c.associate_id").
		Select(`c.*, files.file_name, files.content_type, coalesce(f.doc_kind, '') as doc_kind, coalesce(f.doc_type, '') as doc_type,
			coalesce(f.side, '') as side, coalesce(f.subject, '') as subject,
			concat_ws(' ', person.name, person.last_name) as person, concat_ws(' ', owner.name, owner.last_name) as associate`)
}
