package associates_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func aPatient(responsible int64, name, lastName string) associates.PatientInput {
	return associates.PatientInput{Responsible: responsible, Profile: associates.Profile{Name: patch.Of(name), LastName: patch.Of(lastName)}}
}

func TestAddPatient_Responsible(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := aPatient(dbtest.Ana.ID, "Lívia", "de Souza")
	input.CPF, input.Relationship, input.BirthDate = patch.Of("168.995.350-09"), patch.Of("Filha"), patch.Of(civil.MustParse("2019-05-01"))
	row, err := associates.AddPatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	tied := `id = ? and status = 'patient' and responsible_code = ? and associate_status is null and associate_name is null
		and name = 'Lívia' and cpf = '16899535009' and user_code = ?`
	if count(t, connection, tied, row.ID, dbtest.Ana.UserCode, row.UserCode) != 1 {
		t.Errorf("stored %s", rowOf(t, connection, row.ID))
	}
	listed, err := associates.ListPatients(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.ID)
	if err != nil || len(listed) != 2 || listed[0].ID != dbtest.Miguel.ID || listed[1].ID != row.ID {
		t.Errorf("listed %d (%v)", len(listed), err)
	}
}

func TestAddPatient_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		spoil func(*associates.PatientInput)
		want  string
	}{
		"no name":         {func(in *associates.PatientInput) { in.Name = patch.Field[string]{} }, "name"},
		"no last name":    {func(in *associates.PatientInput) { in.LastName = patch.Of(" ") }, "last_name"},
		"wrong CPFs":      {func(in *associates.PatientInput) { in.CPF, in.GuardianCPF = patch.Of("1"), patch.Of("2") }, "cpf guardian_cpf"},
		"a sibling's CPF": {func(in *associates.PatientInput) { in.CPF = patch.Of(dbtest.Miguel.CPF) }, "cpf"},
		"two at once": {func(in *associates.PatientInput) {
			in.Name, in.BirthDate = patch.Of(""), patch.Of(civil.MustParse("3000-01-01"))
		}, "birth_date name"},
	} {
		input := aPatient(dbtest.Ana.ID, "Lívia", "de Souza")
		c.spoil(&input)
		_, err := associates.AddPatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
		if got := paths(err); got != c.want {
			t.Errorf("%s: refused %q, want %q: %v", name, got, c.want, err)
		}
	}
	if left := count(t, connection, "status = 'patient'"); left != 2 {
		t.Errorf("%d patients of two", left)
	}
	for name, id := range map[string]int64{"a patient": dbtest.Miguel.ID, "a stranger": 999} {
		if _, err := associates.AddPatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), aPatient(id, "L", "S")); !errs.HasCode(err,
			errs.CodeNotFound) {
			t.Errorf("%s as responsible: %v", name, err)
		}
	}
}

// A pet may have no last name; a former pet must have one.
func TestAddPatient_LastName(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := aPatient(dbtest.Joao.ID, "Farofa", "")
	input.Species, input.WeightKg = patch.Of("Gato"), patch.Of(associates.Kilos(4.2))
	row, err := associates.AddPatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil || row.WeightKg == nil || *row.WeightKg != 4.2 {
		t.Fatalf("%+v (%v)", row, err)
	}
	change := associates.PatientInput{Responsible: dbtest.Joao.ID, ID: row.ID}
	change.Species = patch.Of("")
	if _, err := associates.ChangePatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), change); paths(err) != "last_name" {
		t.Errorf("a person: %v", err)
	}
}

// 0 is a valid weight; null is an unknown one.
func TestPatient_ZeroWeight(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	change := associates.PatientInput{Responsible: dbtest.Ana.ID, ID: dbtest.Miguel.ID}
	change.WeightKg, change.BirthDate = patch.Of(associates.Kilos(0)), patch.Of(civil.MustParse("2019-05-01"))
	row, err := associates.ChangePatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), change)
	if err != nil || row.WeightKg == nil || *row.WeightKg != 0 || row.BirthDate == nil {
		t.Errorf("zero: %+v (%v)", row, err)
	}
	change.BirthDate = patch.Of(civil.MustParse("0001-01-01"))
	if _, err := associates.ChangePatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), change); paths(err) != "birth_date" {
		t.Errorf("the first day of all: %v", err)
	}
	change.WeightKg.SetNull()
	change.BirthDate.SetNull()
	row, err = associates.ChangePatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), change)
	if err != nil || row.WeightKg != nil || row.BirthDate != nil {
		t.Errorf("null: %+v (%v)", row, err)
	}
}

func TestPatients_OfAnotherAssociate(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	before := rowOf(t, connection, dbtest.Miguel.ID)
	change := associates.PatientInput{Responsible: dbtest.Joao.ID, ID: dbtest.Miguel.ID}
	change.Name = patch.Of("Outro")
	if _, err := associates.ChangePatient(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), change); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("changed: %v", err)
	}
	remove := associates.RemovePatientInput{Responsible: dbtest.Joao.ID, ID: dbtest.Miguel.ID}
	if _, err := associates.RemovePatient(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), remove); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("removed: %v", err)
	}
	if rowOf(t, connection, dbtest.Miguel.ID) != before {
		t.Error("Miguel is not what he was")
	}
	change.Responsible = dbtest.Ana.ID
	row, err := associates.ChangePatient(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), change)
	if err != nil || *row.Name != "Outro" || *row.LastName != dbtest.Miguel.LastName {
		t.Errorf("his own associate's: %+v (%v)", row, err)
	}
}
