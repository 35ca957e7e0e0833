package associates

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RemovePatientInput identifies a patient and the responsible associate.
type RemovePatientInput struct{ Responsible, ID int64 }

// PatientRemoval is the kind of undo that RestorePatient performs.
const PatientRemoval undo.Kind = "associates.patient.remove"

// RemovedPatient holds the row of a removed patient and its links to files, to restore them.
type RemovedPatient struct {
	Patient Associate
	// Avatar is Patient.AvatarFileID, which is no part of its JSON.
	Avatar *int64
	Files  []fileLink
}

// fileLink is a row of users_files, removed with its person.
type fileLink struct {
	ID, FileID, UserID                    int64
	Kind, DocKind, Subject, DocType, Side *string
	IsSample                              bool
	DateCreated                           time.Time
}

// TableName returns the name of the table.
func (fileLink) TableName() string { return "users_files" }

// RemovePatient removes a patient of the associate as Remove does, and returns the id of its undo. Any other patient is
// 404 NOT_FOUND. Staff need the permission to change users; a token needs the one to delete them (403 FORBIDDEN).
func RemovePatient(ctx context.Context, tx *db.DB, by auth.Caller, input RemovePatientInput) (undoID int64, err error) {
	if by.Kind == auth.Token {
		if err := access.Require(by, "users", access.Delete); err != nil {
			return 0, err
		}
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		responsible, err := lockAssociate(tx, input.Responsible)
		if err != nil {
			return err
		}
		var removed RemovedPatient
		if removed.Patient, err = lockPatient(tx, responsible, input.ID); err != nil {
			return err
		}
		removed.Avatar = removed.Patient.AvatarFileID
		if err := tx.Where("user_id = ?", input.ID).Order("id").Find(&removed.Files).Error; err != nil {
			return err
		}
		if err := Remove(ctx, tx, by, input.ID); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, PatientRemoval, removed)
		return err
	})
	return undoID, err
}

// RestorePatient restores a removed patient with the same id and code. It returns 409 CONFLICT if the associate does
// not exist, or has another patient with the CPF.
func RestorePatient(ctx context.Context, tx *db.DB, by auth.Caller, removed RemovedPatient) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row := removed.Patient
		row.AvatarFileID = removed.Avatar
		_, err := first(tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Where("user_code = ?", row.ResponsibleCode))
		if errs.HasCode(err, errs.CodeNotFound) {
			return errs.Conflict(errs.CodeConflict, "O associado deste paciente não existe mais.")
		}
		if err != nil {
			return err
		}
		r := update{row: &row, by: by}
		if err := r.requireOwnCPF(tx); err != nil {
			return err
		}
		if r.err() != nil {
			return errs.Conflict(errs.CodeConflict, "Outro paciente deste associado tem agora o mesmo CPF.")
		}
		if err := tx.Create(&row).Error; err != nil || len(removed.Files) == 0 {
			return err
		}
		return tx.Create(&removed.Files).Error
	})
}
