package associates_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestAnEditIsOfTheEditionThatWasSeen(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	ctx, by := t.Context(), dbtest.Bruno.Caller()
	row, err := associates.FindByID(ctx, connection.DB, dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := row.Edition()
	if err != nil {
		t.Fatal(err)
	}
	edit := func(city string) error {
		input := associates.EditInput{ChangeInput: associates.ChangeInput{ID: dbtest.Ana.ID}, Edition: seen}
		input.City = patch.Of(city)
		_, err := associates.Edit(ctx, connection.DB, by.At(now), input)
		return err
	}
	// An annotation changes nothing that the form shows.
	if _, err := associates.Annotate(ctx, connection.DB, by.At(now), associates.AnnotateInput{ID: dbtest.Ana.ID, Text: "Ligar"}); err != nil {
		t.Fatal(err)
	}
	if err := edit("São José"); err != nil {
		t.Fatal(err)
	}
	if err := edit("Palhoça"); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a stale edit gave %v", err)
	}
	if err := edit("São José"); err != nil {
		t.Errorf("the same edit once more gave %v", err)
	}
	if count(t, connection, "id = ? and city = 'São José'", dbtest.Ana.ID) != 1 {
		t.Error("the first edit is lost")
	}
	input := associates.EditPatientInput{PatientInput: associates.PatientInput{Responsible: dbtest.Ana.ID, ID: dbtest.Miguel.ID}, Edition: seen}
	input.City = patch.Of("Palhoça")
	if _, err := associates.EditPatient(ctx, connection.DB, by.At(now), input); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("an edit of a patient with another edition gave %v", err)
	}
}
