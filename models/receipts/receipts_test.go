package receipts_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/receipts"
	"acolhe/models/types/auth"
)

var saoPaulo = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err)
	}
	return zone
}()

// Today is Friday, 20 November 2026, 12:00 in São Paulo.
func TestSum_SameStretchBefore(t *testing.T) {
	t.Parallel()
	now := dbtest.Today.In(saoPaulo)
	for name, c := range map[string]struct {
		paid time.Time
		want [6]string // day, its week before, week, the one before, month, the one before
	}{
		"this morning":            {now.Add(-time.Hour), [6]string{"430.90", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"late yesterday":          {now.Add(-13 * time.Hour), [6]string{"0.00", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"last Friday before noon": {now.AddDate(0, 0, -7).Add(-time.Minute), [6]string{"0.00", "430.90", "0.00", "430.90", "430.90", "0.00"}},
		"last Friday after noon":  {now.AddDate(0, 0, -7).Add(time.Minute), [6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
		"Monday, just begun": {time.Date(2026, 11, 16, 0, 0, 0, 0, saoPaulo),
			[6]string{"0.00", "0.00", "430.90", "0.00", "430.90", "0.00"}},
		"the Sunday before": {time.Date(2026, 11, 15, 23, 59, 0, 0, saoPaulo),
			[6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
		"20 October, before noon":  {time.Date(2026, 10, 20, 11, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "430.90"}},
		"20 October, after noon":   {time.Date(2026, 10, 20, 13, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "0.00"}},
		"the last of September":    {time.Date(2026, 9, 30, 23, 0, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "0.00", "0.00"}},
		"1 November, by the clock": {time.Date(2026, 11, 1, 0, 30, 0, 0, saoPaulo), [6]string{"0.00", "0.00", "0.00", "0.00", "430.90", "0.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection := dbtest.New(t)
			paid(t, connection, c.paid)
			got := sum(t, connection, dbtest.Fernando.Caller(), now)
			for i, amount := range []string{got.Day.Received.Orders.String(), got.Day.Before.Orders.String(), got.Week.Received.Orders.String(),
				got.Week.Before.Orders.String(),
				got.Month.Received.Orders.String(), got.Month.Before.Orders.String()} {
				if amount != c.want[i] {
					t.Errorf("received %+v, want %v", got, c.want)
				}
			}
		})
	}
}

// The last of March is compared with all of February.
func TestSum_ShorterMonthBefore(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	paid(t, connection, time.Date(2026, 2, 28, 23, 0, 0, 0, saoPaulo))
	got := sum(t, connection, dbtest.Bruno.Caller(), time.Date(2026, 3, 31, 8, 0, 0, 0, saoPaulo)).Month
	if got.Before.Orders.String() != "430.90" || !got.PeriodBefore.To.Equal(time.Date(2026, 3, 1, 0, 0, 0, 0, saoPaulo)) {
		t.Errorf("February came to %+v", got)
	}
}

// A payment counts on its own day and with what was received, although it was entered later. The day is that of the
// association: entered at half past one at night in São Paulo, a payment of the 19th was made the day before; in Manaus it
// is still the 19th.
func TestSum_PaidOnAnEarlierDay(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, "update orders set paid_at = '2026-11-20T04:30:00Z', paid_on = '2026-11-19', amount_received = 400 where id = 1")
	manaus, err := time.LoadLocation("America/Manaus")
	if err != nil {
		t.Fatal(err)
	}
	for _, zone := range []*time.Location{saoPaulo, manaus} {
		got := sum(t, connection, dbtest.Bruno.Caller(), time.Date(2026, 11, 20, 12, 0, 0, 0, zone))
		if !got.Day.Received.Orders.IsZero() || got.Week.Received.Orders.String() != "400.00" {
			t.Errorf("%s: received %+v", zone, got)
		}
	}
	exec(t, connection, "update orders set paid_on = '2026-11-20' where id = 1")
	if got := sum(t, connection, dbtest.Bruno.Caller(), dbtest.Today.In(saoPaulo)); got.Day.Received.Orders.String() != "400.00" {
		t.Errorf("received %+v", got)
	}
}

// Services count with their resolved price, for those who may read them.
func TestSum_Services(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, "update services set paid_at = '2026-11-20T13:00:00Z' where id = 1")
	exec(t, connection, `insert into system_configs (system, key, value) values ('services', 'professional-types', '[{"id": "medic", "default_consultation_price": 220, "active": true}]')`)
	for set, want := range map[string]string{
		"price_paid = 140.5, price = 150": "140.50", "price_paid = 0, price = 150": "150.00", "price_paid = null, price = 0": "0.00",
		"price_paid = null, price = null": "300.00",
	} {
		exec(t, connection, "update services set "+set+" where id = 1")
		got := sum(t, connection, dbtest.Bruno.Caller(), dbtest.Today.In(saoPaulo))
		if got.Day.Received.Services.String() != want || !got.Day.Received.Orders.IsZero() || got.Day.Received.Total().String() != want {
			t.Errorf("%s: %+v, want %s", set, got.Day, want)
		}
	}
	exec(t, connection, "update services set price_paid = null, price = null where id = 1")
	exec(t, connection, "update professionals set consultation_price = null")
	if got := sum(t, connection, dbtest.Bruno.Caller(), dbtest.Today.In(saoPaulo)); got.Week.Received.Services.String() != "220.00" {
		t.Errorf("the price of the type: %+v", got.Week)
	}
	blind := auth.Caller{Kind: auth.Token, Scopes: []string{"items:orders:read"}, Now: dbtest.Today}
	if got := sum(t, connection, blind, dbtest.Today.In(saoPaulo)); !got.Day.Received.Total().IsZero() {
		t.Errorf("a token without services reads %+v", got)
	}
}

// The sums read only the indexes of payments, however many other orders and services there are.
func TestSum_Plans(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, `insert into orders (user_id, user_code, name_associate, items, total, status, paid_at)
		select 1, '`+dbtest.Ana.UserCode+`', 'Ana', '[{"code": "A", "amount": 1, "quantity": 1}]', 10, 'Entregue', '2020-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, 20000) n`)
	exec(t, connection, "vacuum analyze orders")
	rows, err := connection.Pool.Query(t.Context(), `explain select sum(coalesce(amount_received, total)) from orders
		where paid_at >= '2022-01-01' and case when paid_on < (paid_at at time zone 'America/Sao_Paulo')::date then paid_on::timestamp at time zone 'America/Sao_Paulo' else paid_at end >= '2022-01-01'
		and paid_at is not null`)
	if err != nil {
		t.Fatal(err)
	}
	var plan []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan = append(plan, line)
	}
	if whole := strings.Join(plan, "\n"); !strings.Contains(whole, "Index Only Scan using orders_paid_at_idx") {
		t.Errorf("the plan is %s", whole)
	}
}

func paid(t *testing.T, connection *db.Connection, at time.Time) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), "update orders set paid_at = $2 where id = $1", dbtest.AnasOrder.ID, at); err != nil {
		t.Fatal(err)
	}
}

func exec(t *testing.T, connection *db.Connection, statement string) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func sum(t *testing.T, connection *db.Connection, by auth.Caller, now time.Time) receipts.Received {
	t.Helper()
	received, err := receipts.Sum(t.Context(), connection.DB, by, now)
	if err != nil {
		t.Fatal(err)
	}
	return received
}
