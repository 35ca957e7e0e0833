package orders_test

import (
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// moved writes events of the history: an order reached a status.
func moved(t *testing.T, connection *db.Connection, id int64, status orders.Status, at time.Time) {
	t.Helper()
	_, err := connection.Pool.Exec(t.Context(), `insert into order_changes (order_id, action, actor_kind, actor_name, changes, date_created)
		values ($1, 'update', 'operator', 'Bruno Acioli', jsonb_build_object('status', jsonb_build_object('from', 'Aguardando pagamento', 'to', $2::text)), $3)`,
		id, status, at)
	if err != nil {
		t.Fatal(err)
	}
}

func inStatus(t *testing.T, connection *db.Connection, id int64, status orders.Status) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), "update orders set status = $2 where id = $1", id, status); err != nil {
		t.Fatal(err)
	}
}

var saoPaulo = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err)
	}
	return zone
}()

// Today is Friday, 20 November 2026, 12:00 in São Paulo.
func TestSumReceived_SameStretchBefore(t *testing.T) {
	t.Parallel()
	now := dbtest.Today.In(saoPaulo)
	for name, c := range map[string]struct {
		paid time.Time
		want [6]string // day, its week before, week, the one before, month, the one before
	}{
		"this morning":             {now.Add(-time.Hour), [6]string{"430.90", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"late yesterday":           {now.Add(-13 * time.Hour), [6]string{"0.00", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"last Friday before noon":  {now.AddDate(0, 0, -7).Add(-time.Minute), [6]string{"0.00", "430.90", "0.00", "430.90", "430.90", "0.00"}},
		"last Friday after noon":   {now.AddDate(0, 0, -7).Add(time.Minute), [6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
		"Monday, just begun":       {time.Date(2026, 11, 16, 0, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"the Sunday before":        {time.Date(2026, 11, 15, 23, 59, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
		"20 October, before noon":  {time.Date(2026, 10, 20, 11, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "430.90"}},
		"20 October, after noon":   {time.Date(2026, 10, 20, 13, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "0.00"}},
		"the last of September":    {time.Date(2026, 9, 30, 23, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "0.00"}},
		"1 November, by the clock": {time.Date(2026, 11, 1, 0, 30, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection := dbtest.New(t)
			moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, c.paid)
			got := sumReceived(t, connection, dbtest.Fernando.Caller(), now)
			for i, amount := range []string{got.Day.Received.String(), got.Day.Before.String(), got.Week.Received.String(), got.Week.Before.String(),
				got.Month.Received.String(), got.Month.Before.String()} {
				if amount != c.want[i] {
					t.Errorf("received %+v, want %v", got, c.want)
				}
			}
		})
	}
}

// The last of March is compared with all of February.
func TestSumReceived_ShorterMonthBefore(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, time.Date(2026, 2, 28, 23, 0, 0, 0, saoPaulo))
	got := sumReceived(t, connection, dbtest.Bruno.Caller(), time.Date(2026, 3, 31, 8, 0, 0, 0, saoPaulo)).Month
	if got.Before.String() != "430.90" || !got.PeriodBefore.To.Equal(time.Date(2026, 3, 1, 0, 0, 0, 0, saoPaulo)) {
		t.Errorf("February came to %+v", got)
	}
}

// An order that was paid, taken back and paid again counts once; one that was taken back or cancelled does not count.
func TestSumReceived_PaidOnce(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	now := dbtest.Today.In(saoPaulo)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, now.Add(-3*time.Hour))
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, now.Add(-time.Hour))
	moved(t, connection, dbtest.JoaosOrder.ID, orders.Paid, now.Add(-time.Hour))
	for _, status := range []orders.Status{orders.Paid, orders.Picking, orders.Sent, orders.Delivered} {
		inStatus(t, connection, dbtest.AnasOrder.ID, status)
		if got := sumReceived(t, connection, dbtest.Bruno.Caller(), now).Day.Received.String(); got != dbtest.AnasOrder.Total {
			t.Errorf("%s: received %s", status, got)
		}
	}
	inStatus(t, connection, dbtest.AnasOrder.ID, orders.Cancelled)
	if got := sumReceived(t, connection, dbtest.Bruno.Caller(), now).Day.Received; !got.IsZero() {
		t.Errorf("received %s for a cancelled order", got)
	}
}

// A payment counts on its own day and with what was received, although it was entered later.
func TestSumReceived_PaidOnAnEarlierDay(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	now := dbtest.Today.In(saoPaulo)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, now.Add(-time.Hour))
	if _, err := connection.Pool.Exec(t.Context(), "update orders set paid_on = '2026-11-18', amount_received = 400 where id = 1"); err != nil {
		t.Fatal(err)
	}
	if got := sumReceived(t, connection, dbtest.Bruno.Caller(), now); !got.Day.Received.IsZero() || got.Week.Received.String() != "400.00" {
		t.Errorf("received %+v", got)
	}
	for day, want := range map[string]int{"2026-11-18": 1, "2026-11-20": 0, "2026-11-17": 0} {
		found, err := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.ListInput{Reached: orders.Paid, ReachedFrom: day, ReachedTo: day})
		if err != nil || len(found.Items) != want {
			t.Errorf("%s: %d orders (%v), want %d", day, len(found.Items), err, want)
		}
	}
}

// What a sum counts is what its list finds.
func TestList_Reached(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	moved(t, connection, dbtest.AnasOrder.ID, orders.Paid, dbtest.Today)
	moved(t, connection, dbtest.JoaosOrder.ID, orders.Paid, dbtest.Today)
	for days, want := range map[[2]string]int{{"2026-11-20", "2026-11-20"}: 1, {"2026-11-21", ""}: 0, {"", "2026-11-19"}: 0, {"", ""}: 1} {
		input := orders.ListInput{Reached: orders.Paid, ReachedFrom: days[0], ReachedTo: days[1]}
		counted, err := orders.Count(t.Context(), connection.DB, dbtest.Bruno.Caller(), input, page.CountLimit)
		found, listErr := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), input)
		if err != nil || listErr != nil || counted.Rows != want || len(found.Items) != want {
			t.Errorf("%v: %d orders, %d listed (%v, %v)", days, counted.Rows, len(found.Items), err, listErr)
		}
	}
	count, err := orders.CountReached(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.Paid, orders.Period{From: dbtest.Today, To: dbtest.Today.Add(time.Second)})
	if err != nil || count != 1 {
		t.Errorf("%d reached %s (%v)", count, orders.Paid, err)
	}
}

func sumReceived(t *testing.T, connection *db.Connection, by auth.Caller, now time.Time) orders.Received {
	t.Helper()
	received, err := orders.SumReceived(t.Context(), connection.DB, by, now)
	if err != nil {
		t.Fatal(err)
	}
	return received
}
