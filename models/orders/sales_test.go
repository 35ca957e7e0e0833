package orders_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// soldOrder is an order with these items, placed some months ago.
type soldOrder struct {
	id, monthsAgo int
	status        orders.Status
	items         string
}

func sold(t *testing.T, connection *db.Connection, order soldOrder) {
	t.Helper()
	_, err := connection.Pool.Exec(t.Context(),
		`insert into orders (id, user_id, user_code, name_associate, items, total, status, date_created)
		select $1, user_id, user_code, name_associate, $2::jsonb, 10, $3, $4::timestamptz from orders where id = 2`,
		order.id, order.items, string(order.status), now.AddDate(0, -order.monthsAgo, 0).Format(time.RFC3339))
	if err != nil {
		t.Fatal(err)
	}
}

func TestSalesOf(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	sold(t, connection, soldOrder{101, 0, orders.Paid,
		`[{"code": "ZZ", "amount": 10.5, "quantity": 2}, {"code": "ZZ", "amount": 9, "quantity": 1}, {"code": "OTHER", "amount": 99, "quantity": 9}]`})
	sold(t, connection, soldOrder{102, 0, orders.Cancelled, `[{"code": "ZZ", "amount": 10, "quantity": 5}]`})
	sold(t, connection, soldOrder{103, 3, orders.Delivered, `[{"code": "ZZ", "amount": 10, "quantity": 4}]`})
	sold(t, connection, soldOrder{104, 13, orders.Delivered, `[{"code": "ZZ", "amount": 10, "quantity": 7}]`})
	sold(t, connection, soldOrder{105, 0, orders.Paid, `[{"code": "ZZ-2", "amount": 10, "quantity": 5}]`})
	sales, err := orders.SalesOf(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.Sold{Code: "ZZ", Now: now}, 3)
	if err != nil || len(sales.Months) != 12 || sales.Orders.Rows != 4 || len(sales.Latest) != 3 {
		t.Fatalf("they are %+v (%v)", sales, err)
	}
	if last := sales.Months[11]; last.Quantity != 3 || last.Amount.String() != "30" && last.Amount.String() != "30.00" {
		t.Errorf("this month is %+v", last)
	}
	if sales.Months[8].Quantity != 4 || sales.Months[0].Quantity != 0 {
		t.Errorf("the months are %+v", sales.Months)
	}
	if newest := sales.Latest[0]; newest.ID != 102 || newest.Quantity != 5 || sales.Latest[1].Quantity != 3 ||
		sales.Latest[1].NameAssociate == "" {
		t.Errorf("the newest are %+v", sales.Latest)
	}
	if none, err := orders.SalesOf(t.Context(), connection.DB, dbtest.Renata.Caller(), orders.Sold{Code: "ZZ", Now: now}, 3); err != nil ||
		none.Orders.Rows != 0 || none.Months[11].Quantity != 0 {
		t.Errorf("a caller without permission to read orders gets %+v (%v)", none, err)
	}
	found, err := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.ListInput{Product: "ZZ", Window: page.Window{}})
	if err != nil || len(found.Items) != 4 {
		t.Errorf("the list has %d orders (%v)", len(found.Items), err)
	}
}

// The months and the days are those of the rows, after any changes, whether the sums were compacted or not.
func TestSums_SameAsRows(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	random := rand.New(rand.NewPCG(1, 2))
	statuses := []orders.Status{orders.AwaitingPayment, orders.Paid, orders.Cancelled}
	for id := range 40 {
		sold(t, connection, soldOrder{200 + id, random.IntN(14), statuses[random.IntN(3)],
			fmt.Sprintf(`[{"code": "ZZ", "amount": %d.37, "quantity": %d}]`, random.IntN(90), 1+random.IntN(5))})
	}
	for round := range 6 {
		changes := fmt.Sprintf(`update orders set status = 'Cancelado', date_created = date_created - %d * interval '17 hours' where id %% 6 = %d and id >= 200;
			delete from orders where id = 200 + %d`, random.IntN(90), round, random.IntN(40))
		if _, err := connection.Pool.Exec(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		if round%2 == 1 {
			if _, err := connection.Pool.Exec(t.Context(), "select compact_rollups()"); err != nil {
				t.Fatal(err)
			}
		}
		checkSums(t, connection)
	}
}

func checkSums(t *testing.T, connection *db.Connection) {
	t.Helper()
	by, local := dbtest.Bruno.Caller(), now.In(saoPaulo)
	sales, err := orders.SalesOf(t.Context(), connection.DB, by, orders.Sold{Code: "ZZ", Now: local}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, month := range sales.Months {
		var quantity int
		var amount money.Amount
		err := connection.Pool.QueryRow(t.Context(),
			`select coalesce(sum((item->>'quantity')::int), 0), coalesce(sum((item->>'amount')::numeric * (item->>'quantity')::int), 0)::text
			from orders, jsonb_array_elements(items) item where item->>'code' = 'ZZ' and status <> 'Cancelado' and date_created >= $1 and date_created < $2`, month.Month, month.Month.AddDate(0, 1, 0)).Scan(&quantity, &amount)
		if err != nil || month.Quantity != quantity || !month.Amount.Equal(amount) {
			t.Errorf("%s has %d pieces for %s, its rows %d for %s (%v)", month.Month.Format("2006-01"), month.Quantity, month.Amount, quantity,
				amount, err)
		}
	}
	per, err := orders.CountPerDay(t.Context(), connection.DB, by, local, 30)
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range per.Days {
		var count int
		err := connection.Pool.QueryRow(t.Context(), "select count(*) from orders where date_created >= $1 and date_created < $2", day.Day,
			day.Day.AddDate(0, 0, 1)).Scan(&count)
		if err != nil || day.Count != count {
			t.Errorf("%s has %d orders, its rows are %d (%v)", day.Day.Format(time.DateOnly), day.Count, count, err)
		}
	}
}
