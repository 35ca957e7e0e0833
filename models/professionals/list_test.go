package professionals_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
)

func TestList_FiltersAndSorts(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(),
		"update professionals set is_collaborator = true, active = false, donation_balance = 5 where id = 1"); err != nil {
		t.Fatal(err)
	}
	yes, no := true, false
	const renata, otavio = "RENATA-CRM", "OTAVIO-CRMV"
	for name, c := range map[string]struct {
		input professionals.ListInput
		want  string
	}{
		"all, by name": {professionals.ListInput{}, otavio + " " + renata},
		"reversed":     {professionals.ListInput{Sort: "-name"}, renata + " " + otavio},
		"by price":     {professionals.ListInput{Sort: "price"}, otavio + " " + renata},
		"by balance":   {professionals.ListInput{Sort: "-balance"}, renata + " " + otavio},
		"active":       {professionals.ListInput{Active: &yes}, otavio}, "inactive": {professionals.ListInput{Active: &no}, renata},
		"collaborators": {professionals.ListInput{IsCollaborator: &yes}, renata},
		"prescribers":   {professionals.ListInput{IsPrescriber: &yes}, otavio + " " + renata},
		"type":          {professionals.ListInput{Type: "medic"}, renata}, "words": {professionals.ListInput{Q: "otavio@acolhe"}, otavio},
		"none": {professionals.ListInput{Q: "ninguém"}, ""},
	} {
		found, err := professionals.List(t.Context(), connection.DB, dbtest.Fernando.Caller(), c.input)
		got := ""
		for _, code := range codes(found.Items) {
			got += " " + code
		}
		if err != nil || got != " "+c.want && got != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if count, err := professionals.Count(t.Context(), connection.DB, dbtest.Fernando.Caller(), c.input, 10); err != nil ||
			count.Rows != len(found.Items) {
			t.Errorf("%s: counted %+v, %v", name, count, err)
		}
	}
	if _, err := professionals.List(t.Context(), connection.DB, dbtest.Fernando.Caller(),
		professionals.ListInput{Sort: "id; drop"}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("an unknown order gave %v", err)
	}
}

// A caller without the permission reads none, a Profissional only the own record.
func TestFindFor_Scope(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	for _, c := range []struct {
		by  dbtest.Operator
		own bool
		all bool
	}{{dbtest.Camila, true, true}, {dbtest.Bruno, true, true}, {dbtest.Fernando, true, true}, {dbtest.Priscila, false, false},
		{dbtest.Renata, true, false}} {
		for id, want := range map[int64]bool{dbtest.DraRenata.ID: c.own, dbtest.DrOtavio.ID: c.all, 999: false} {
			_, err := professionals.FindFor(t.Context(), tx, c.by.Caller(), id)
			if (err == nil) != want || err != nil && !errs.HasCode(err, errs.CodeNotFound) {
				t.Errorf("%s reads %d: %v", c.by.Name, id, err)
			}
		}
	}
}
