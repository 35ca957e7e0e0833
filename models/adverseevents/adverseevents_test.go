package adverseevents_test

import (
	"testing"

	"acolhe/models/adverseevents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func callerOf(person dbtest.Associate) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: person.ID, Code: person.UserCode, Name: person.Name, Now: dbtest.Today}
}

func run(t *testing.T, tx *db.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if err := tx.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
}

// newCase has a lot in the order 1 of Ana and a prescription of hers.
func newCase(t *testing.T) *db.DB {
	t.Helper()
	tx := dbtest.New(t).DB
	run(t, tx, `update orders set date_created = '2026-11-10', status = 'Enviado', items = '[{"code": "OLEO-30", "name": "Óleo", "amount": 290, "quantity": 2}]' where id = 1`,
		`insert into lots (product_id, number, expires_on) values (1, 'LT-A', '2027-01-31')`,
		`insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) values (1, 'receipt', 9, 'x', now())`,
		`insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -2, 1, 'x', now())`,
		`insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
			values (1, 'Lia Prado', 'CRM', '48211', 'RS', '2026-08-01', '2027-02-01', '[{"name": "Óleo", "quantity": 1}]')`)
	return tx
}

func report() adverseevents.Input {
	return adverseevents.Input{Symptoms: []string{"Tontura"}, Severity: adverseevents.Mild, IsFelt: "nao", Used: []string{"1:OLEO-30", "999:OLEO-30"},
		StartedOn: patch.Of(civil.MustParse("2026-11-18"))}
}

// A report of an associate is linked with the product, its lot and the prescription, and is a notice of the staff; one of the staff is
// no notice. Nobody reports about a person of others.
func TestReport(t *testing.T) {
	t.Parallel()
	tx := newCase(t)
	ana, camila := callerOf(dbtest.Ana), dbtest.Camila.Caller()
	event, err := adverseevents.Report(t.Context(), tx, ana, report())
	if err != nil || event.Origin != adverseevents.ByAssociate || event.PrescriptionID == nil || event.State != adverseevents.New {
		t.Fatalf("%+v %v", event, err)
	}
	products, err := adverseevents.ProductsOf(t.Context(), tx, camila, event.ID)
	if err != nil || len(products) != 1 || products[0].Number == nil || *products[0].Number != "LT-A" {
		t.Errorf("%+v %v", products, err)
	}
	input := report()
	input.Person = dbtest.Ana.ID
	if _, err := adverseevents.Report(t.Context(), tx, camila, input); err != nil {
		t.Fatal(err)
	}
	var kinds int64
	if err := tx.Table("notices").Where("kind = 'adverse' and user_id = 1 and cause = 'adverse:1'").Count(&kinds).Error; err != nil || kinds != 1 {
		t.Error(kinds, err)
	}
	if err := tx.Table("notices").Where("kind = 'adverse'").Count(&kinds).Error; err != nil || kinds != 1 {
		t.Error("a report of the staff is a notice", kinds, err)
	}
	if _, err := adverseevents.Report(t.Context(), tx, callerOf(dbtest.Carla), input); !errs.HasCode(err, errs.CodeNotFound) {
		t.Error("an associate reports about another", err)
	}
	if _, err := adverseevents.Report(t.Context(), tx, dbtest.Renata.Caller(), input); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("a professional reports", err)
	}
}

// Each wrong field has its sentence; a description alone is enough.
func TestReport_Refused(t *testing.T) {
	t.Parallel()
	tx := newCase(t)
	for field, change := range map[string]func(*adverseevents.Input){
		"symptoms":   func(in *adverseevents.Input) { in.Symptoms = nil },
		"severity":   func(in *adverseevents.Input) { in.Severity = "" },
		"is_felt":    func(in *adverseevents.Input) { in.IsFelt = "talvez" },
		"started_on": func(in *adverseevents.Input) { in.StartedOn = patch.Of(civil.MustParse("2026-11-21")) },
	} {
		input := report()
		change(&input)
		if _, err := adverseevents.Report(t.Context(), tx, callerOf(dbtest.Ana), input); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	input := report()
	input.Symptoms, input.Description = []string{"Febre"}, "Ficou tonta."
	if _, err := adverseevents.Report(t.Context(), tx, callerOf(dbtest.Ana), input); errs.For(errs.FieldsOf(err), "symptoms") == "" {
		t.Error("a symptom that is not offered", err)
	}
	input.Symptoms = nil
	if _, err := adverseevents.Report(t.Context(), tx, callerOf(dbtest.Ana), input); err != nil {
		t.Error(err)
	}
}

// The list is for the staff, by state, strength, words and person; an event is closed with what was done, and opened again.
func TestFollow(t *testing.T) {
	t.Parallel()
	tx := newCase(t)
	camila := dbtest.Camila.Caller()
	event, err := adverseevents.Report(t.Context(), tx, callerOf(dbtest.Ana), report())
	if err != nil {
		t.Fatal(err)
	}
	expect := func(want int, input adverseevents.ListInput) {
		t.Helper()
		if found, err := adverseevents.List(t.Context(), tx, camila, input); err != nil || len(found.Items) != want {
			t.Errorf("%+v: %d found, want %d: %v", input, len(found.Items), want, err)
		}
	}
	expect(1, adverseevents.ListInput{State: adverseevents.New, Severity: adverseevents.Mild, Q: "lt-a", User: dbtest.Ana.ID})
	expect(0, adverseevents.ListInput{Q: "nada"})
	expect(0, adverseevents.ListInput{User: dbtest.Carla.ID})
	if found, err := adverseevents.List(t.Context(), tx, callerOf(dbtest.Ana), adverseevents.ListInput{}); err != nil || len(found.Items) != 0 {
		t.Error("an associate reads the list", err)
	}
	for field, input := range map[string]adverseevents.FollowInput{"state": {ID: event.ID, State: "x"}, "outcome": {ID: event.ID, State: adverseevents.Closed}} {
		if _, err := adverseevents.Follow(t.Context(), tx, camila, input); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	closed, err := adverseevents.Follow(t.Context(), tx, camila, adverseevents.FollowInput{ID: event.ID, State: adverseevents.Closed, Outcome: "Dose menor."})
	if err != nil || closed.DateClosed == nil || closed.ClosedByName == "" {
		t.Errorf("%+v %v", closed, err)
	}
	expect(0, adverseevents.ListInput{State: adverseevents.New})
	opened, err := adverseevents.Follow(t.Context(), tx, camila, adverseevents.FollowInput{ID: event.ID, State: adverseevents.Following})
	if err != nil || opened.DateClosed != nil {
		t.Errorf("%+v %v", opened, err)
	}
	if _, err := adverseevents.Follow(t.Context(), tx, dbtest.Renata.Caller(), adverseevents.FollowInput{ID: event.ID, State: adverseevents.New}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("a professional follows", err)
	}
}
