package files

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// AttachOwn attaches a file to the row of the calling associate with its kind: a document of the responsible, unless
// the subject is another person. It returns 400 VALIDATION_ERROR for wrong fields.
func AttachOwn(ctx context.Context, tx *db.DB, by auth.Caller, file File, fields UserFileFields) (UserFile, error) {
	responsible := Subject("responsible")
	attached := UserFile{FileID: file.ID, UserID: by.ID, Subject: &responsible, DateCreated: by.Now}
	if err := fields.Merge(fields.apply(&attached)).Err(); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// RemoveOwn removes a file that the calling associate uploaded, with its attachments to the own row. Any other file is
// 404 NOT_FOUND, and one that the staff attached elsewhere is 409 HAS_LINKED_RECORDS.
func RemoveOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		own := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and uploaded_by = ?", id, by.Code)
		if _, err := db.First[File](own, errNotFound()); err != nil {
			return err
		}
		if err := tx.Where("file_id = ? and user_id = ?", id, by.ID).Delete(&UserFile{}).Error; err != nil {
			return err
		}
		return Remove(ctx, tx, by, id)
	})
}
