package files

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// maxUserFiles is the maximum number of files of a person and their patients on one page.
const maxUserFiles = 200

// PersonFile is a file attached to a person, with its kind of document.
type PersonFile struct {
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

// ListByUsers lists the files of these associates or patients, newest first, at most 200. A caller who
// may not read users_files gets none.
func ListByUsers(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) ([]PersonFile, error) {
	if !access.Can(by, "users_files", access.Read) {
		return nil, nil
	}
	var found []PersonFile
	err := tx.WithContext(ctx).Table("users_files").Joins("join files on files.id = file_id").
		Select("users_files.id, user_id, file_name, content_type, size, doc_kind, subject, doc_type, side, users_files.date_created").
		Where("user_id in ?", ids).Order("users_files.date_created desc, users_files.id desc").Limit(maxUserFiles).Find(&found).Error
	return found, err
}
