package files

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/bookings/attendance"
	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// OwnInput attaches a file to the row of an associate or an own patient, which its caller has checked.
type OwnInput struct {
	UserFileFields
	UserID int64
	// Subject is the person of the row, used unless the fields name one.
	Subject Subject
}

// AttachOwn attaches a file of the calling associate with its kind. It returns 400 VALIDATION_ERROR for wrong fields.
func AttachOwn(ctx context.Context, tx *db.DB, by auth.Caller, file File, input OwnInput) (UserFile, error) {
	attached := UserFile{FileID: file.ID, UserID: input.UserID, Subject: &input.Subject, DateCreated: by.Now}
	if err := input.Merge(input.apply(&attached)).Err(); err != nil {
		return attached, err
	}
	err := tx.WithContext(ctx).Create(&attached).Error
	return attached, err
}

// AttachOwnProof attaches a file to an appointment of the calling associate as its proof of payment, which pays the
// appointment and its booking. Any other appointment is 404 NOT_FOUND.
func AttachOwnProof(ctx context.Context, tx *db.DB, by auth.Caller, file File, service int64) (ServiceFile, error) {
	if _, err := attendance.FindOwn(ctx, tx, by, service); err != nil {
		return ServiceFile{}, err
	}
	kind := proof
	input := AttachToServiceInput{AttachInput: AttachInput{FileID: file.ID}, Fields: Fields{Kind: patch.Of(kind)}, ServiceID: service}
	return AttachToService(ctx, tx, by, input)
}

// ownPeople are the row of the calling associate and those of own patients.
const ownPeople = "(select p.id from users a join users p on p.id = a.id or p.responsible_code = a.user_code where a.id = ?)"

// DetachOwn removes the attachments of a file that the calling associate uploaded for the own people, and a while later the
// file if nothing refers to it any more. It returns the attachments, for AttachAgain; any other file is 404 NOT_FOUND.
func DetachOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (removed []UserFile, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		own := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and uploaded_by = ?", id, by.Code)
		if _, err := db.First[File](own, errNotFound()); err != nil {
			return err
		}
		attached := tx.Clauses(clause.Returning{}).Where("file_id = ? and user_id in "+ownPeople, id, by.ID)
		if err := attached.Delete(&removed).Error; err != nil {
			return err
		}
		if len(removed) == 0 {
			return errNotFound()
		}
		return unattached.Remove(ctx, tx, by, &id)
	})
	return removed, err
}

// AttachAgain undoes DetachOwn. It returns 409 CONFLICT if the file was removed meanwhile.
func AttachAgain(ctx context.Context, tx *db.DB, _ auth.Caller, removed []UserFile) error {
	err := tx.WithContext(ctx).Create(&removed).Error
	if errs.HasCode(err, errs.CodeValidation) {
		return errs.Conflict(errs.CodeConflict, "O arquivo já foi excluído. Envie de novo.")
	}
	return err
}

// RemoveOwn removes a file that the calling associate uploaded, with its attachments to the own people. Any other file is
// 404 NOT_FOUND, and one that the staff attached elsewhere is 409 HAS_LINKED_RECORDS.
func RemoveOwn(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		own := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and uploaded_by = ?", id, by.Code)
		if _, err := db.First[File](own, errNotFound()); err != nil {
			return err
		}
		if err := tx.Where("file_id = ? and user_id in "+ownPeople, id, by.ID).Delete(&UserFile{}).Error; err != nil {
			return err
		}
		return Remove(ctx, tx, by, id)
	})
}
