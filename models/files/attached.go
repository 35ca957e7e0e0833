package files

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// maxOfPeople bounds how many files of a person, with their patients, are looked at together.
const maxOfPeople = 200

// OfPerson is a file that belongs to somebody, and which document of theirs it is.
type OfPerson struct {
	ID          int64
	UserID      int64 `gorm:"column:user_id"`
	FileName    string
	ContentType string
	// Size is in bytes.
	Size        int64
	DocKind     *string
	Subject     *string
	DocType     *string
	Side        *string
	DateCreated time.Time
}

// ListOfPeople gives the files of these associates or patients, the newest first, at most 200.
// Who may not read them is given none.
func ListOfPeople(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) ([]OfPerson, error) {
	if !access.Can(by, "users_files", access.Read) {
		return nil, nil
	}
	var found []OfPerson
	err := tx.WithContext(ctx).Table("users_files").Joins("join files on files.id = file_id").
		Select("users_files.id, user_id, file_name, content_type, size, doc_kind, subject, doc_type, side, users_files.date_created").
		Where("user_id in ?", ids).Order("users_files.date_created desc, users_files.id desc").Limit(maxOfPeople).Find(&found).Error
	return found, err
}
