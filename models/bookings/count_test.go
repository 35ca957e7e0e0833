package bookings_test

import (
	"testing"

	"acolhe/models/bookings"
	"acolhe/models/dbtest"
	"acolhe/models/person"
)

// Scoped data rules 1 and 3: a partner, at the portal or by a bound token, counts the own
// services that are paid and have a date. Those of the cast lie between the two days.
func TestAPartnerCountsTheOwnPaidServices(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	from, to := dbtest.AnasService.At.AddDate(0, 0, -1), dbtest.JoaosService.At.AddDate(0, 0, 1)
	operator := func(role person.Role, code string) person.Person {
		return person.Person{Kind: person.Operator, Roles: []person.Role{role}, InternalCode: code}
	}
	token := func(code string) person.Person { return person.Person{Kind: person.Token, InternalCode: code} }
	check := func(name string, by person.Person, want int) {
		t.Helper()
		got, err := bookings.CountBetween(t.Context(), conn.DB, by, from, to)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s counts %d services, want %d", name, got, want)
		}
	}
	check("staff", operator(person.Acolhimento, ""), 2)
	check("a token", token(""), 2)
	check("Dra. Renata", operator(person.Profissional, dbtest.DraRenata.Code), 1)
	check("the token of Dra. Renata", token(dbtest.DraRenata.Code), 1)
	check("Dr. Otávio, who is not paid yet", operator(person.Profissional, dbtest.DrOtavio.Code), 0)
	check("somebody unknown", operator(person.Profissional, "GONE"), 0)
	check("a professional without a code", operator(person.Profissional, ""), 0)

	if _, err := conn.Pool.Exec(t.Context(), "update services set status = 'Pagamento Concluído' where id = $1", dbtest.JoaosService.ID); err != nil {
		t.Fatal(err)
	}
	check("Dr. Otávio, once paid", operator(person.Profissional, dbtest.DrOtavio.Code), 1)
	check("Dra. Renata still", operator(person.Profissional, dbtest.DraRenata.Code), 1)
}
