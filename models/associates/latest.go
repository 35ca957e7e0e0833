package associates

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// annotatedRows is the number of recently changed rows that are searched for annotations.
const annotatedRows = 50

// Annotated is an associate with the author and the time of one of their annotations.
type Annotated struct {
	Associate   Associate `gorm:"embedded"`
	AuthorName  string
	AuthorCode  string
	AnnotatedAt time.Time
}

// LatestAnnotations returns the newest annotations of the associates that the caller may see, at most limit, newest
// first. It searches the rows that changed last, because an annotation changes its row.
func LatestAnnotations(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Annotated, error) {
	changed := tx.WithContext(ctx).Model(&Associate{}).Scopes(visibleTo(by)).Where("status <> 'patient'").
		Select("id, associate_name, name, last_name, email_account, email, annotations").Order("date_updated desc, id desc").Limit(annotatedRows)
	var found []Annotated
	err := tx.WithContext(ctx).Table("(?) as u, jsonb_array_elements(u.annotations) as a", changed).
		Select("u.id, associate_name, name, last_name, email_account, email, a->>'userName' as author_name, a->>'user_code' as author_code, " +
			"(a->>'date_created')::timestamptz as annotated_at").
		Order("annotated_at desc, u.id desc, a->>'id'").Limit(limit).Scan(&found).Error
	return found, err
}
