package orders_test

import (
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

func TestOldestIn_SinceItReachedTheStatus(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	paid := dbtest.Today.Add(-26 * time.Hour)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, paid)
	for _, status := range []orders.Status{orders.Paid, orders.AwaitingPayment} {
		pending, err := orders.OldestIn(t.Context(), connection.DB, dbtest.Priscila.Caller(), status, 5)
		if err != nil || len(pending) != 1 {
			t.Fatalf("%s: %+v (%v)", status, pending, err)
		}
		want := map[orders.Status]time.Time{orders.Paid: paid, orders.AwaitingPayment: dbtest.Today.Add(-2 * time.Hour)}[status]
		if !pending[0].Since.Equal(want) || len(pending[0].Items) == 0 {
			t.Errorf("%s: since %s, want %s", status, pending[0].Since, want)
		}
	}
	inStatus(t, connection, dbtest.JoaosOrder.ID, orders.Paid)
	pending, err := orders.OldestIn(t.Context(), connection.DB, dbtest.Priscila.Caller(), orders.Paid, 1)
	if err != nil || len(pending) != 1 || pending[0].ID != dbtest.AnasOrder.ID {
		t.Errorf("the oldest is %+v (%v)", pending, err)
	}
}

func TestSumReceivable(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	inStatus(t, connection, dbtest.AnasOrder.ID, orders.AwaitingPayment)
	got, err := orders.SumReceivable(t.Context(), connection.DB, dbtest.Fernando.Caller())
	if err != nil || got.Count != 2 || got.Total.String() != "710.90" || got.Overdue != 1 || got.Days != 3 {
		t.Errorf("receivable: %+v (%v)", got, err)
	}
}

func TestCountPerDay_DaysOfTheAssociation(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	// Half past eleven at night in São Paulo, when UTC has the next day.
	if _, err := connection.Pool.Exec(t.Context(), "update orders set date_created = '2026-11-20T02:30:00Z' where id = 2"); err != nil {
		t.Fatal(err)
	}
	per, err := orders.CountPerDay(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Today.In(saoPaulo), 3)
	if err != nil || len(per.Days) != 3 || per.Total != 1 || per.Before != 1 {
		t.Fatalf("per day: %+v (%v)", per, err)
	}
	yesterday := per.Days[1]
	if yesterday.Count != 1 || yesterday.Day.Format(time.DateTime) != "2026-11-19 00:00:00" || per.Days[2].Count != 0 {
		t.Errorf("per day: %+v", per.Days)
	}
}

// The queries of the day page return only orders that the caller may see.
func TestDay_Visibility(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, dbtest.Today.Add(-time.Minute))
	if _, err := connection.Pool.Exec(t.Context(), "update orders set paid_at = $1 where id = 1", dbtest.Today.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	joao := auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode, Now: dbtest.Today}
	for name, c := range map[string]struct {
		by                     auth.Caller
		paid, awaiting, placed int
	}{"Produção": {dbtest.Priscila.Caller(), 1, 1, 2}, "João": {joao, 0, 1, 0}, "Profissional": {dbtest.Renata.Caller(), 0, 0, 0}} {
		ctx, tx := t.Context(), connection.DB
		pending, err1 := orders.OldestIn(ctx, tx, c.by, orders.Paid, 5)
		receivable, err2 := orders.SumReceivable(ctx, tx, c.by)
		per, err3 := orders.CountPerDay(ctx, tx, c.by, dbtest.Today.In(saoPaulo), 30)
		count, err4 := orders.CountReached(ctx, tx, c.by, orders.Paid, civil.Span{})
		received, err5 := orders.SumPaid(ctx, tx, c.by, []civil.Span{{From: dbtest.Today.Add(-time.Hour), To: dbtest.Today}})
		for _, err := range []error{err1, err2, err3, err4, err5} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(pending) != c.paid || receivable.Count != c.awaiting || per.Total != c.placed || count != c.paid ||
			received[0].IsZero() != (c.paid == 0) {
			t.Errorf("%s: %d paid, %+v, %+v, %d reached, received %s", name, len(pending), receivable, per.Total, count, received)
		}
	}
}
