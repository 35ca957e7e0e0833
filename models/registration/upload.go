package registration

import (
	"context"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// UploadInput is what the associate says about an uploaded file.
type UploadInput struct {
	files.UserFileFields
	// ID is the row of the own patient whose document it is; 0 for the own row.
	ID int64 `json:"id" form:"id"`
}

// closingKinds are the kinds of documents of the last phase.
var closingKinds = []string{"prescription", "report", "exam"}

// AttachDocument attaches an uploaded file to the calling associate or an own patient. It returns 400 VALIDATION_ERROR for
// wrong fields, 404 NOT_FOUND for another person, and 403 PHASE_LOCKED for an identity document after its phase without a request of the staff, and for a document of
// the last phase before it. Earlier photos of the same side without a request are removed.
func AttachDocument(ctx context.Context, tx *db.DB, by auth.Caller, file files.File, input UploadInput) (attached files.UserFile, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		read, err := lockRecord(ctx, tx, by)
		if err != nil {
			return err
		}
		owned, err := read.owned(input)
		if err != nil {
			return err
		}
		if attached, err = files.AttachOwn(ctx, tx, by, file, owned); err != nil {
			return err
		}
		sent := read.documentOf(attached)
		if err := read.checkUpload(sent); err != nil || sent.DocType == "" {
			return err
		}
		return read.removeReplaced(ctx, tx, by, sent)
	})
	return attached, err
}

// owned returns the row for an upload, which is the own one or that of an own patient; any other is 404 NOT_FOUND.
func (r record) owned(input UploadInput) (files.OwnInput, error) {
	owned := files.OwnInput{UserFileFields: input.UserFileFields, UserID: r.row.ID, Subject: Responsible}
	if input.ID == 0 || input.ID == r.row.ID {
		return owned, nil
	}
	owned.UserID, owned.Subject = input.ID, Patient
	if input.Subject.HasValue() && input.Subject.Value != Patient {
		return owned, errs.Invalid("subject", "deve ser patient: o documento é do paciente")
	}
	if !slices.ContainsFunc(r.patients, func(patient associates.Associate) bool { return patient.ID == input.ID }) {
		return owned, errs.NotFound("Paciente não encontrado.")
	}
	return owned, nil
}

// RemoveDocument removes a file that the calling associate uploaded. Any other is 404 NOT_FOUND; a document of an
// earlier phase is 403 PHASE_LOCKED.
func RemoveDocument(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		read, err := lockRecord(ctx, tx, by)
		if err != nil {
			return err
		}
		if read.keepsFile(id) {
			return errLocked()
		}
		return files.RemoveOwn(ctx, tx, by, id)
	})
}

// DocumentRemoval is the kind of undo of DetachDocument.
const DocumentRemoval undo.Kind = "registration.document"

// DetachDocument removes a document as RemoveDocument does, but keeps its file for a while and returns what undoes it.
func DetachDocument(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		read, err := lockRecord(ctx, tx, by)
		if err != nil {
			return err
		}
		if read.keepsFile(id) {
			return errLocked()
		}
		removed, err := files.DetachOwn(ctx, tx, by, id)
		if err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, DocumentRemoval, removed)
		return err
	})
	return undoID, err
}

func (r record) checkRestored(sent Document) error {
	if sent.DocType != "" && r.slot(sent.person(), sent.DocType, sent.Side).Sent != nil {
		return errs.Conflict(errs.CodeConflict, "Você já enviou outra foto no lugar.")
	}
	return r.checkUpload(sent)
}

// keepsFile reports whether a file is a document that can no longer be removed.
func (r record) keepsFile(id int64) bool {
	at := slices.IndexFunc(r.documents, func(sent Document) bool { return sent.FileID == id })
	return at >= 0 && r.isKept(r.documents[at])
}

// lockRecord reads the record with the row of the associate locked, so that no phase ends meanwhile.
func lockRecord(ctx context.Context, tx *db.DB, by auth.Caller) (record, error) {
	row, err := db.Lock[associates.Associate](tx, by.ID, associates.Own(by))
	if err != nil {
		return record{}, err
	}
	return readRecordOf(ctx, tx, by, row)
}

func (r record) documentOf(attached files.UserFile) Document {
	sent := Document{ID: attached.ID, FileID: attached.FileID, UserID: attached.UserID, DateCreated: attached.DateCreated}
	set := func(into *string, value *string) {
		if value != nil {
			*into = *value
		}
	}
	set(&sent.DocKind, attached.DocKind)
	set(&sent.Subject, (*string)(attached.Subject))
	set(&sent.DocType, (*string)(attached.DocType))
	set(&sent.Side, (*string)(attached.Side))
	return r.withPeople([]Document{sent})[0]
}

func (r record) checkUpload(sent Document) error {
	at := phaseOf(r.row)
	switch {
	case slices.Contains(closingKinds, sent.DocKind) && at < Prescription && !IsComplete(r.row):
		return errNotOpen()
	case sent.DocType != "" && r.isBeyond(Documents) && r.slot(sent.person(), sent.DocType, sent.Side).Reason == nil:
		return errLocked()
	}
	return nil
}

// isBeyond reports whether the associate has passed a phase.
func (r record) isBeyond(phase int) bool { return phaseOf(r.row) > phase || IsComplete(r.row) }

// isKept reports whether a document can no longer be removed.
func (r record) isKept(sent Document) bool {
	return sent.DocType != "" && r.isBeyond(Documents) || slices.Contains(closingKinds, sent.DocKind) && IsComplete(r.row)
}

// removeReplaced removes the earlier photos of a side, except those refused by the staff.
func (r record) removeReplaced(ctx context.Context, tx *db.DB, by auth.Caller, sent Document) error {
	if r.slot(sent.person(), sent.DocType, sent.Side).Reason != nil {
		return nil
	}
	for _, earlier := range r.documents {
		isSame := earlier.person() == sent.person() && earlier.DocType == sent.DocType && earlier.Side == sent.Side
		if !isSame || r.isKept(earlier) {
			continue
		}
		err := files.RemoveOwn(ctx, tx, by, earlier.FileID)
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return err
		}
	}
	return nil
}
