package associates

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
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
	return patch.Version(a)
}

// Edit is Change, unless the row is in another edition by now: see patch.CheckVersion.
func Edit(ctx context.Context, tx *db.DB, by auth.Caller, input EditInput) (Associate, error) {
	return edit(tx.WithContext(ctx), input.ID, input.Edition, func(tx *db.DB) (Associate, error) {
		return Change(ctx, tx, by, input.ChangeInput)
	})
}

// EditPatient is ChangePatient as Edit is Change.
func EditPatient(ctx context.Context, tx *db.DB, by auth.Caller, input EditPatientInput) (Associate, error) {
	return edit(tx.WithContext(ctx), input.ID, input.Edition, func(tx *db.DB) (Associate, error) {
		return ChangePatient(ctx, tx, by, input.PatientInput)
	})
}

func edit(tx *db.DB, id int64, edition string, change func(tx *db.DB) (Associate, error)) (Associate, error) {
	seen := db.Seen{Edition: edition, Overtaken: "Outra pessoa mudou este cadastro enquanto você editava."}
	return db.Edit(tx, seen, func(tx *db.DB) (Associate, error) { return lock(tx, id) }, change)
}
