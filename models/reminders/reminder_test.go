package reminders_test

import (
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reminders"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	open := func(by auth.Caller, input reminders.OpenInput) error {
		return reminders.Open(t.Context(), connection.DB, by, input)
	}
	payment := reminders.OpenInput{ID: dbtest.Joao.ID, About: reminders.Payment, Channel: reminders.WhatsApp, OrderID: dbtest.JoaosOrder.ID}
	for _, by := range []auth.Caller{bruno, bruno.At(dbtest.Today.Add(time.Minute)), dbtest.Fernando.Caller().At(dbtest.Today)} {
		if err := open(by, payment); err != nil {
			t.Fatal(err)
		}
	}
	if err := open(bruno.At(dbtest.Today.Add(time.Hour)),
		reminders.OpenInput{ID: dbtest.Joao.ID, About: reminders.Signature, Channel: reminders.Email}); err != nil {
		t.Fatal(err)
	}
	found, err := reminders.ListByUser(t.Context(), connection.DB, bruno, dbtest.Joao.ID, 10)
	if err != nil || len(found) != 3 || found[0].About != reminders.Signature || found[0].OrderID != nil ||
		*found[1].OrderID != dbtest.JoaosOrder.ID || *found[2].ActorName != dbtest.Bruno.FullName() {
		t.Errorf("stored are %+v (%v)", found, err)
	}
	for code, input := range map[string]reminders.OpenInput{
		errs.CodeValidation: {ID: dbtest.Joao.ID, About: "x", Channel: "x"},
		errs.CodeNotFound:   {ID: dbtest.Ana.ID, About: reminders.Payment, Channel: reminders.Email, OrderID: dbtest.JoaosOrder.ID},
	} {
		if err := open(bruno, input); !errs.HasCode(err, code) {
			t.Errorf("%+v: %v, want %s", input, err, code)
		}
	}
	if err := open(bruno, reminders.OpenInput{ID: 999, About: reminders.Data, Channel: reminders.Email}); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	if found, err := reminders.ListByUser(t.Context(), connection.DB, dbtest.Renata.Caller(), dbtest.Joao.ID, 10); err != nil ||
		len(found) != 0 {
		t.Errorf("a professional reads %+v (%v)", found, err)
	}
}
