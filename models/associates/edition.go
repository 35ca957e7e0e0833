package associates

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/patch"
	"acolhe/models/person"
)

// EditInput is Change by somebody who looked at the row first, as a form does; Edition is
// what the row's Edition was then.
type EditInput struct {
	ChangeInput
	Edition string `json:"-" form:"edition"`
}

// EditPatientInput is EditInput for a patient.
type EditPatientInput struct {
	PatientInput
	Edition string `json:"-" form:"edition"`
}

// Edition tells apart two states of what a form shows of a row. What others do meanwhile
// beside the form, such as annotating, does not count.
func (a Associate) Edition() (string, error) {
	a.Status, a.AssociateStatus, a.AdhesionTerm, a.Annotations, a.InvalidFields = "", nil, nil, nil, nil
	a.DateUpdated = time.Time{}
	return patch.Edition(a)
}

// Edit is Change, unless the row is in another edition by now: see patch.Expect.
func Edit(ctx context.Context, tx *db.DB, by person.Person, input EditInput, now time.Time) (row Associate, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := expect(tx, input.ID, input.Edition); err != nil {
			return err
		}
		row, err = Change(ctx, tx, by, input.ChangeInput, now)
		return err
	})
	return row, err
}

// EditPatient is ChangePatient as Edit is Change.
func EditPatient(ctx context.Context, tx *db.DB, by person.Person, input EditPatientInput, now time.Time) (row Associate, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := expect(tx, input.ID, input.Edition); err != nil {
			return err
		}
		row, err = ChangePatient(ctx, tx, by, input.PatientInput, now)
		return err
	})
	return row, err
}

// expect holds the row, if it is in the edition.
func expect(tx *db.DB, id int64, edition string) error {
	row, err := lock(tx, id)
	if err != nil {
		return err
	}
	return patch.Expect(row, edition, "Outra pessoa mudou este cadastro enquanto você editava.")
}
