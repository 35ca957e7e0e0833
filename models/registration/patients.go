package registration

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// PatientInput is the body of POST /users/me/patients and PATCH /users/me/patients/:id.
type PatientInput struct {
	// ID is the row of the patient; 0 for a new one.
	ID int64 `json:"-" form:"-"`
	// Version is the version that the client has read; empty for any.
	Version string `json:"-" form:"version"`
	associates.Profile
	associates.DependentInput
}

// AtLeastOne marks an input of which one member must be sent.
func (PatientInput) AtLeastOne() {}

// ListPatients returns the patients of the calling associate, oldest first.
func ListPatients(ctx context.Context, tx *db.DB, by auth.Caller) ([]associates.Associate, error) {
	patients, err := associates.FindOwnPatients(ctx, tx, by)
	for i := range patients {
		patients[i] = withoutNotes(patients[i])
	}
	return patients, err
}

// AddPatient creates a patient of the calling associate with the valid sent fields, perhaps incomplete. It returns 400
// VALIDATION_ERROR if nothing was sent or there are too many patients, and 403 PHASE_LOCKED after the phase.
func AddPatient(ctx context.Context, tx *db.DB, by auth.Caller, input PatientInput) (Saved, error) {
	return savePatient(ctx, tx, by, input, func(tx *db.DB, responsible associates.Associate) (saved Saved, err error) {
		if saved.Row, saved.Problems, err = associates.AddDraft(ctx, tx, by, responsible, input.draft()); err != nil {
			return saved, err
		}
		// The version covers the defaults of the database too.
		saved.Row, err = findPatient(ctx, tx, by, saved.Row.ID)
		return saved, err
	})
}

// SavePatient saves the valid sent fields of an own patient. Any other patient is 404 NOT_FOUND; else it returns the
// errors of AddPatient, and 409 CONFLICT for a stale version.
func SavePatient(ctx context.Context, tx *db.DB, by auth.Caller, input PatientInput) (Saved, error) {
	return savePatient(ctx, tx, by, input, func(tx *db.DB, _ associates.Associate) (saved Saved, err error) {
		saved.Row, err = db.Change(ctx, tx, input.ID, input.Version,
			func(tx *db.DB, _ associates.Associate, row *associates.Associate) (err error) {
				saved.Problems, err = input.draft().Apply(ctx, tx, by, row)
				return err
			}, associates.OwnPatients(by))
		if errs.HasCode(err, errs.CodeNotFound) {
			err = errs.NotFound("Paciente não encontrado.")
		}
		return saved, err
	})
}

// RemovePatient removes an own patient and returns what undoes it. Any other patient is 404 NOT_FOUND, one after the
// phase 403 PHASE_LOCKED, and one with records of the staff 409 HAS_LINKED_RECORDS.
func RemovePatient(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		read, err := lockRecord(ctx, tx, by)
		if err != nil {
			return err
		}
		if err := read.checkPatient(ctx, tx, by, id); err != nil {
			return err
		}
		undoID, err = associates.RemovePatient(ctx, tx, by, associates.RemovePatientInput{Responsible: by.ID, ID: id})
		return err
	})
	return undoID, err
}

// checkPatient returns 404 NOT_FOUND for a patient of another associate, and 403 PHASE_LOCKED after the phase.
func (r record) checkPatient(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if _, err := findPatient(ctx, tx, by, id); err != nil {
		return err
	}
	if r.isBeyond(Treatment) {
		return errLocked()
	}
	return nil
}

// savePatient runs save with the row of the associate locked, to serialise it with the limit of patients and the end of
// a phase.
func savePatient(ctx context.Context, tx *db.DB, by auth.Caller, input PatientInput,
	save func(*db.DB, associates.Associate) (Saved, error)) (saved Saved, err error) {
	sent := patch.Sent(input)
	if err := input.check(sent); err != nil {
		return saved, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		responsible, err := db.Lock[associates.Associate](tx, by.ID, associates.Own(by))
		if err != nil {
			return err
		}
		if err := (record{row: responsible}).checkPatient(ctx, tx, by, input.ID); err != nil {
			return err
		}
		saved, err = save(tx, responsible)
		return err
	})
	saved.Fields, saved.Version = savedOf(sent, saved.Problems), db.VersionOf(tx, &saved.Row)
	saved.Row = withoutNotes(saved.Row)
	return saved, err
}

// findPatient returns an own patient; 0 is a new one.
func findPatient(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
	if id == 0 {
		return associates.Associate{}, nil
	}
	return db.First[associates.Associate](tx.WithContext(ctx).Scopes(associates.OwnPatients(by)).Where("id = ?", id),
		errs.NotFound("Paciente não encontrado."))
}

func (in PatientInput) check(sent []string) error {
	var problems errs.Problems
	problems.Require(len(sent) > 0, "body", "envie ao menos um campo")
	problems.Require(!in.Tags.Sent, "tags", "só a equipe altera")
	problems.Require(!in.Annotations.Sent, "annotations", "só a equipe altera")
	return problems.Err()
}

func (in PatientInput) draft() associates.Draft {
	return associates.Draft{Profile: in.Profile, DependentInput: in.DependentInput}
}
