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

// Listed is a file that is attached to a person or an order, with the kind of document that it is.
type Listed struct {
	// ID is the attachment.
	ID          int64
	FileID      int64
	UserID      int64 `gorm:"column:user_id"`
	FileName    string
	ContentType string
	// Size is in bytes.
	Size int64
	// Pages is the number of pages of a PDF; nil if it is unknown.
	Pages   *int
	DocKind *string
	Subject *string
	DocType *string
	Side    *string
	// HasPreview reports whether there is a small picture of the file.
	HasPreview  bool
	DateCreated time.Time
}

const listedColumns = "a.id, a.file_id, file_name, content_type, size, pages, a.date_created, " +
	"exists (select from file_previews p where p.file_id = a.file_id and bytes is not null) as has_preview"

// ListByUsers lists the files of these associates or patients, newest first, at most 200. A caller who
// may not read users_files gets none.
func ListByUsers(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) ([]Listed, error) {
	if !access.Can(by, "users_files", access.Read) {
		return nil, nil
	}
	var found []Listed
	err := tx.WithContext(ctx).Table("users_files a").Joins("join files on files.id = file_id").
		Select(listedColumns+", user_id, doc_kind, subject, doc_type, side").
		Where("user_id in ?", ids).Order("a.date_created desc, a.id desc").Limit(maxUserFiles).Find(&found).Error
	return found, err
}

// ListByOrder lists the files of an order, newest first, at most 200. A caller who may not read orders_files gets none.
func ListByOrder(ctx context.Context, tx *db.DB, by auth.Caller, id int64) ([]Listed, error) {
	if !access.Can(by, "orders_files", access.Read) {
		return nil, nil
	}
	return list(tx.WithContext(ctx).Table("orders_files a").Where("order_id = ?", id))
}

// ListByService lists the files of a service, newest first, at most 200. A caller who may not read services_files gets
// none.
func ListByService(ctx context.Context, tx *db.DB, by auth.Caller, id int64) ([]Listed, error) {
	if !access.Can(by, "services_files", access.Read) {
		return nil, nil
	}
	return list(tx.WithContext(ctx).Table("services_files a").Where("service_id = ?", id))
}

// list reads the files of attachments that have a kind.
func list(attached *db.DB) (found []Listed, err error) {
	err = attached.Joins("join files on files.id = file_id").Select(listedColumns + ", a.kind as doc_kind").
		Order("a.date_created desc, a.id desc").Limit(maxUserFiles).Find(&found).Error
	return found, err
}
