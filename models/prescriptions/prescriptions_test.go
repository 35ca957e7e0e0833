package prescriptions_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/prescriptions"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func input(person int64, issued string) prescriptions.Input {
	return prescriptions.Input{User: person, PrescriberName: " Dra. Lídia Oliveira ", Council: "crm", CouncilNumber: "48.211",
		CouncilState: "rs",
		IssuedOn:     patch.Of(civil.MustParse(issued)),
		Items:        []prescriptions.Item{{Code: dbtest.Oil.Code, Dose: "8 gotas", Quantity: 2}, {Name: "canabidiol", Quantity: 1}}}
}

// A prescription is valid for six months by default, gets the name of its product, and a new one can replace it.
func TestRegister(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	first, err := prescriptions.Register(t.Context(), tx, by, input(dbtest.Ana.ID, "2026-06-15"))
	if err != nil || first.ValidUntil != civil.MustParse("2026-12-15") || first.Items[0].Name != dbtest.Oil.Name ||
		first.Registration() != "CRM 48211/RS" || first.PrescriberName != "Dra. Lídia Oliveira" {
		t.Fatal(first, err)
	}
	next := input(dbtest.Ana.ID, "2026-11-20")
	next.Replaces = first.ID
	second, err := prescriptions.Register(t.Context(), tx, by, next)
	if err != nil {
		t.Fatal(err)
	}
	if first, err = prescriptions.FindFor(t.Context(), tx, by, first.ID); err != nil || first.ReplacedByID == nil ||
		*first.ReplacedByID != second.ID {
		t.Error(first, err)
	}
	others := input(dbtest.Joao.ID, "2026-11-20")
	others.Replaces = second.ID
	if _, err := prescriptions.Register(t.Context(), tx, by, others); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error("it replaces a prescription of another person", err)
	}
	if draft, latest, err := prescriptions.Draft(t.Context(), tx, by, associates.Associate{ID: dbtest.Ana.ID}); err != nil ||
		latest.ID != second.ID || draft.CouncilNumber != "48211" || len(draft.Items) != 2 || draft.IssuedOn != (civil.Date{}) {
		t.Error(draft, latest, err)
	}
}

func TestRegister_Refused(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	for field, wrong := range map[string]func(in *prescriptions.Input){
		"prescriber_name":   func(in *prescriptions.Input) { in.PrescriberName = " " },
		"council":           func(in *prescriptions.Input) { in.Council = "OAB" },
		"council_number":    func(in *prescriptions.Input) { in.CouncilNumber = "12a" },
		"council_state":     func(in *prescriptions.Input) { in.CouncilState = "XX" },
		"issued_on":         func(in *prescriptions.Input) { in.IssuedOn = patch.Of(civil.MustParse("2026-11-21")) },
		"valid_until":       func(in *prescriptions.Input) { in.ValidUntil = patch.Of(civil.MustParse("2026-01-01")) },
		"items":             func(in *prescriptions.Input) { in.Items = nil },
		"items[0].quantity": func(in *prescriptions.Input) { in.Items[0].Quantity = 0 },
		"items[1].name":     func(in *prescriptions.Input) { in.Items[1].Name = "" },
		"file_id":           func(in *prescriptions.Input) { in.FileID = patch.Of(int64(999)) },
	} {
		in := input(dbtest.Ana.ID, "2026-11-20")
		wrong(&in)
		if _, err := prescriptions.Register(t.Context(), tx, by, in); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := prescriptions.Register(t.Context(), tx, by, input(999, "2026-11-20")); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error(err)
	}
}

func TestPrescription_On(t *testing.T) {
	t.Parallel()
	today, other, reason := civil.MustParse("2026-11-20"), int64(1), "ilegível"
	for name, c := range map[string]struct {
		row  prescriptions.Prescription
		want prescriptions.State
		days int
	}{
		"valid":     {prescriptions.Prescription{ValidUntil: today.Add(0, 0, 31)}, prescriptions.Valid, 31},
		"ending":    {prescriptions.Prescription{ValidUntil: today.Add(0, 0, 30)}, prescriptions.Ending, 30},
		"last day":  {prescriptions.Prescription{ValidUntil: today}, prescriptions.Ending, 0},
		"yesterday": {prescriptions.Prescription{ValidUntil: today.Add(0, 0, -1)}, prescriptions.Expired, -1},
		"replaced":  {prescriptions.Prescription{ValidUntil: today, ReplacedByID: &other}, prescriptions.Replaced, 0},
		"refused":   {prescriptions.Prescription{ValidUntil: today, ReplacedByID: &other, RefusedReason: &reason}, prescriptions.Refused, 0},
	} {
		if state, days := c.row.On(today); state != c.want || days != c.days {
			t.Errorf("%s: %s, %d", name, state, days)
		}
	}
}

func TestItem_Allows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		item prescriptions.Item
		want bool
	}{
		"the product":       {prescriptions.Item{Code: "oleo-30"}, true},
		"another product":   {prescriptions.Item{Code: "CREME-60", Name: "CBD"}, false},
		"its substance":     {prescriptions.Item{Name: "oleo CBD"}, true},
		"another substance": {prescriptions.Item{Name: "THC"}, false},
		"nothing":           {prescriptions.Item{}, false},
	} {
		if got := c.item.Allows(dbtest.Oil.Code, dbtest.Oil.Name); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// The list has a tab for what ends within 30 days, without what was replaced or refused; who may not read associates sees
// nothing.
func TestList(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	var ids []int64
	for _, one := range []struct {
		person int64
		issued string
	}{{dbtest.Ana.ID, "2026-06-15"}, {dbtest.Miguel.ID, "2026-06-10"}, {dbtest.Joao.ID, "2026-11-01"}, {dbtest.Pipoca.ID, "2026-01-01"}} {
		row, err := prescriptions.Register(t.Context(), tx, by, input(one.person, one.issued))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, row.ID)
	}
	count := func(state prescriptions.State, want ...int64) {
		t.Helper()
		found, err := prescriptions.List(t.Context(), tx, by, prescriptions.ListInput{State: state})
		if err != nil || len(found.Items) != len(want) {
			t.Fatal(state, len(found.Items), err)
		}
		for i, id := range want {
			if found.Items[i].ID != id {
				t.Errorf("%s: row %d is %d, want %d", state, i, found.Items[i].ID, id)
			}
		}
	}
	count(prescriptions.Ending, ids[1], ids[0])
	count(prescriptions.Expired, ids[3])
	if _, err := prescriptions.Refuse(t.Context(), tx, by, prescriptions.RefuseInput{ID: ids[0]}); errs.For(errs.FieldsOf(err),
		"reason") == "" {
		t.Error("refused without a reason", err)
	}
	if _, err := prescriptions.Refuse(t.Context(), tx, by, prescriptions.RefuseInput{ID: ids[0], Reason: "ilegível"}); err != nil {
		t.Fatal(err)
	}
	count(prescriptions.Ending, ids[1])
	count(prescriptions.Refused, ids[0])
	if _, err := prescriptions.Accept(t.Context(), tx, by, ids[0]); err != nil {
		t.Fatal(err)
	}
	count(prescriptions.Ending, ids[1], ids[0])
	found, err := prescriptions.List(t.Context(), tx, by, prescriptions.ListInput{Q: "miguel"})
	if err != nil || len(found.Items) != 1 || found.Items[0].Patient != dbtest.Miguel.FullName() || found.Items[0].Associate != dbtest.Ana.ID {
		t.Error(found.Items, err)
	}
	if found, err := prescriptions.List(t.Context(), tx, dbtest.Renata.Caller(), prescriptions.ListInput{}); err != nil ||
		len(found.Items) != 0 {
		t.Error("a professional sees prescriptions", err)
	}
}
