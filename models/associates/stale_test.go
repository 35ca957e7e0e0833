package associates_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	ctx, by := t.Context(), dbtest.Bruno.Caller()
	row, err := associates.FindFor(ctx, connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	seen := db.VersionOf(connection.DB, &row)
	edit := func(city string) error {
		input := associates.ChangeInput{ID: dbtest.Ana.ID, Version: seen}
		input.City = patch.Of(city)
		_, err := (associates.Accounts{}).Change(ctx, connection.DB, by.At(now), input)
		return err
	}
	// The form does not show annotations.
	if _, err := associates.Annotate(ctx, connection.DB, by.At(now), associates.AnnotateInput{ID: dbtest.Ana.ID, Text: "Ligar"}); err != nil {
		t.Fatal(err)
	}
	if err := edit("São José"); err != nil {
		t.Fatal(err)
	}
	if err := edit("Palhoça"); !errs.IsStale(err) {
		t.Errorf("a stale edit gave %v", err)
	}
	if err := edit("São José"); err != nil {
		t.Errorf("the same edit once more gave %v", err)
	}
	if count(t, connection, "id = ? and city = 'São José'", dbtest.Ana.ID) != 1 {
		t.Error("the first edit is lost")
	}
	input := associates.PatientInput{Responsible: dbtest.Ana.ID, ID: dbtest.Miguel.ID, Version: seen}
	input.City = patch.Of("Palhoça")
	if _, err := associates.ChangePatient(ctx, connection.DB, by.At(now), input); !errs.IsStale(err) {
		t.Errorf("a stale edit of a patient gave %v", err)
	}
}
