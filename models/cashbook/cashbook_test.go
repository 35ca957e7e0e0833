package cashbook_test

import (
	"testing"
	"time"

	"acolhe/models/cashbook"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

var november = civil.MonthOf(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC))

func reais(cents int64) *money.Amount { return new(money.FromCents(cents)) }

func entry(kind cashbook.Kind, day string, cents int64) cashbook.EntryInput {
	return cashbook.EntryInput{Kind: kind, Category: " Aluguel ", Value: reais(cents), Day: new(civil.MustParse(day))}
}

func add(t *testing.T, conn *db.Connection, input cashbook.EntryInput) cashbook.Entry {
	t.Helper()
	stored, err := cashbook.Add(t.Context(), conn.DB, dbtest.Fernando.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

func balance(t *testing.T, conn *db.Connection, want string) cashbook.Result {
	t.Helper()
	result, err := cashbook.Of(t.Context(), conn.DB, dbtest.Fernando.Caller(), november, time.UTC)
	if err != nil || result.Balance().String() != want {
		t.Errorf("the balance is %s, want %s, %v", result.Balance(), want, err)
	}
	return result
}

// What was received and typed, minus what was paid out and typed, of the month alone.
func TestOf(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, statement := range []string{
		"update orders set paid_at = null, amount_received = null, paid_on = null",
		"update services set paid_at = null",
		"update orders set status = 'Pago', paid_at = '2026-11-10', paid_on = '2026-11-10', amount_received = 200 where id = 1",
		"insert into statements (month, sequence, professional_id, professional_name, type, paid_on, lines, count, received, fee, donation, payable, date_closed) values ('2026-10-01', 1, 1, 'x', 'medic', '2026-11-05', '[]', 0, 60, 0, 0, 60, now()), ('2026-09-01', 1, 1, 'x', 'medic', '2026-10-05', '[]', 0, 60, 0, 0, 60, now())",
	} {
		if _, err := conn.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	add(t, conn, entry(cashbook.Cost, "2026-11-01", 3050))
	add(t, conn, entry(cashbook.Cost, "2026-10-31", 99900))
	add(t, conn, entry(cashbook.Income, "2026-11-30", 1000))
	result := balance(t, conn, "119.50")
	if result.Orders.String() != "200.00" || result.Payouts.String() != "60.00" || len(result.Entries) != 2 ||
		result.Entries[1].Category != "Aluguel" {
		t.Errorf("the result is %+v", result)
	}
	for _, operator := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Renata} {
		if _, err := cashbook.Of(t.Context(), conn.DB, operator.Caller(), november, time.UTC); errs.As(err) == nil ||
			errs.As(err).Kind != errs.KindForbidden {
			t.Errorf("%s reads it: %v", operator.Name, err)
		}
		if _, err := cashbook.Add(t.Context(), conn.DB, operator.Caller(), entry(cashbook.Cost, "2026-11-01", 1)); errs.As(err) == nil {
			t.Errorf("%s adds an entry", operator.Name)
		}
	}
}

// A closed month takes no entry and gives none away, until an administrator reopens it.
func TestClose(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	fernando := dbtest.Fernando.Caller()
	stored := add(t, conn, entry(cashbook.Cost, "2026-11-20", 5000))
	if err := cashbook.Close(t.Context(), conn.DB, fernando, november.Add(1200)); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a month to come is closed: %v", err)
	}
	if err := cashbook.Close(t.Context(), conn.DB, fernando, november); err != nil {
		t.Fatal(err)
	}
	if _, err := cashbook.Add(t.Context(), conn.DB, fernando, entry(cashbook.Cost, "2026-11-30", 1)); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("an entry of a closed month: %v", err)
	}
	if _, _, err := cashbook.Remove(t.Context(), conn.DB, fernando, stored.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a removal of a closed month: %v", err)
	}
	add(t, conn, entry(cashbook.Cost, "2026-12-01", 1))
	if err := cashbook.Reopen(t.Context(), conn.DB, fernando, november); errs.As(err) == nil {
		t.Error("Financeiro reopens a month")
	}
	if err := cashbook.Reopen(t.Context(), conn.DB, dbtest.Camila.Caller(), november); err != nil {
		t.Fatal(err)
	}
	removed, _, err := cashbook.Remove(t.Context(), conn.DB, fernando, stored.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := cashbook.Restore(t.Context(), conn.DB, fernando, removed); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cashbook.Remove(t.Context(), conn.DB, fernando, 99); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown entry: %v", err)
	}
}

func TestAdd_Wrong(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, wrong := range map[string]func(*cashbook.EntryInput){
		"kind":     func(in *cashbook.EntryInput) { in.Kind = "gift" },
		"category": func(in *cashbook.EntryInput) { in.Category = "  " },
		"value":    func(in *cashbook.EntryInput) { in.Value = reais(0) },
		"day":      func(in *cashbook.EntryInput) { in.Day = nil },
	} {
		input := entry(cashbook.Cost, "2026-11-01", 100)
		wrong(&input)
		_, err := cashbook.Add(t.Context(), conn.DB, dbtest.Fernando.Caller(), input)
		if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Path != name {
			t.Errorf("a wrong %s: %v", name, err)
		}
	}
}
