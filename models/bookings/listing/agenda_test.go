package listing_test

import (
	"testing"
	"time"

	"acolhe/models/bookings/listing"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
)

// Scoped data rules 1 and 3: a partner, in the portal or by a bound token, sees their own paid services with a date.
// Those of the fixtures are between the two days.
func TestReadAgenda_Partner(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	from, to := dbtest.AnasService.At.AddDate(0, 0, -1), dbtest.JoaosService.At.AddDate(0, 0, 1)
	operator := func(role auth.Role, code string) auth.Caller {
		return auth.Caller{Kind: auth.Operator, Roles: []auth.Role{role}, InternalCode: code}
	}
	token := func(code string) auth.Caller {
		return auth.Caller{Kind: auth.Token, InternalCode: code, Scopes: []string{"items:services:read"}}
	}
	check := func(name string, by auth.Caller, want int) {
		t.Helper()
		agenda, err := listing.ReadAgenda(t.Context(), conn.DB, by, listing.AgendaInput{From: from, To: to, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if agenda.Count != want || len(agenda.Appointments) != want {
			t.Errorf("%s sees %+v, want %d", name, agenda, want)
		}
	}
	check("staff", operator(auth.Acolhimento, ""), 2)
	check("a token", token(""), 2)
	check("Dra. Renata", operator(auth.Profissional, dbtest.DraRenata.Code), 1)
	check("the token of Dra. Renata", token(dbtest.DraRenata.Code), 1)
	check("Dr. Otávio, who is not paid yet", operator(auth.Profissional, dbtest.DrOtavio.Code), 0)
	check("somebody unknown", operator(auth.Profissional, "GONE"), 0)
	check("a professional without a code", operator(auth.Profissional, ""), 0)
	check("a token for something else", auth.Caller{Kind: auth.Token, Scopes: []string{"items:orders:read"}}, 0)
	check("nobody", auth.Caller{}, 0)

	if _, err := conn.Pool.Exec(t.Context(), "update services set status = 'Pagamento Concluído' where id = $1",
		dbtest.JoaosService.ID); err != nil {
		t.Fatal(err)
	}
	check("Dr. Otávio, once paid", operator(auth.Profissional, dbtest.DrOtavio.Code), 1)
	check("Dra. Renata still", operator(auth.Profissional, dbtest.DraRenata.Code), 1)
}

func TestReadAgenda_InTheOrderOfTimes(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := conn.Pool.Exec(t.Context(), "update services set event_state = 'failed' where id = 2"); err != nil {
		t.Fatal(err)
	}
	from, to := dbtest.AnasService.At, dbtest.JoaosService.At.Add(time.Second)
	agenda, err := listing.ReadAgenda(t.Context(), conn.DB, dbtest.Bruno.Caller(), listing.AgendaInput{From: from, To: to, Limit: 1})
	if err != nil || agenda.Count != 2 || len(agenda.Appointments) != 1 || agenda.Appointments[0].AssociateID != dbtest.Ana.ID {
		t.Fatalf("the agenda is %+v (%v)", agenda, err)
	}
	agenda, err = listing.ReadAgenda(t.Context(), conn.DB, dbtest.Bruno.Caller(),
		listing.AgendaInput{From: from.Add(time.Second), To: to, Limit: 5})
	if err != nil || agenda.Count != 1 || !agenda.Appointments[0].HasFailedEvent() ||
		*agenda.Appointments[0].PatientName != dbtest.Pipoca.FullName() {
		t.Errorf("after Ana: %+v (%v)", agenda, err)
	}
	if agenda, err = listing.ReadAgenda(t.Context(), conn.DB, dbtest.Bruno.Caller(),
		listing.AgendaInput{From: from, To: dbtest.JoaosService.At, Limit: 5}); err != nil || agenda.Count != 1 {
		t.Errorf("before João: %+v (%v)", agenda, err)
	}
}
