package bookings_test

import (
	"testing"

	"acolhe/models/bookings"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
)

// Scoped data rules 1 and 3: a partner, at the portal or by a bound token, counts their own paid
// services that have a date. Those of the cast lie between the two days.
func TestCountBetween_Partner(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	from, to := dbtest.AnasService.At.AddDate(0, 0, -1), dbtest.JoaosService.At.AddDate(0, 0, 1)
	operator := func(role auth.Role, code string) auth.Caller {
		return auth.Caller{Kind: auth.Operator, Roles: []auth.Role{role}, InternalCode: code}
	}
	token := func(code string) auth.Caller { return auth.Caller{Kind: auth.Token, InternalCode: code} }
	check := func(name string, by auth.Caller, want int) {
		t.Helper()
		got, err := bookings.CountBetween(t.Context(), conn.DB, by, from, to)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s counts %d services, want %d", name, got, want)
		}
	}
	check("staff", operator(auth.Acolhimento, ""), 2)
	check("a token", token(""), 2)
	check("Dra. Renata", operator(auth.Profissional, dbtest.DraRenata.Code), 1)
	check("the token of Dra. Renata", token(dbtest.DraRenata.Code), 1)
	check("Dr. Otávio, who is not paid yet", operator(auth.Profissional, dbtest.DrOtavio.Code), 0)
	check("somebody unknown", operator(auth.Profissional, "GONE"), 0)
	check("a professional without a code", operator(auth.Profissional, ""), 0)

	if _, err := conn.Pool.Exec(t.Context(), "update services set status = 'Pagamento Concluído' where id = $1", dbtest.JoaosService.ID); err != nil {
		t.Fatal(err)
	}
	check("Dr. Otávio, once paid", operator(auth.Profissional, dbtest.DrOtavio.Code), 1)
	check("Dra. Renata still", operator(auth.Profissional, dbtest.DraRenata.Code), 1)
}
