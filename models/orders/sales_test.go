package orders_test

import (
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
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
	_, err := connection.Pool.Exec(t.Context(), `insert into orders (id, user_id, user_code, name_associate, items, total, status, date_created)
		select $1, user_id, user_code, name_associate, $2::jsonb, 10, $3, $4::timestamptz from orders where id = 2`,
		order.id, order.items, string(order.status), now.AddDate(0, -order.monthsAgo, 0).Format(time.RFC3339))
	if err != nil {
		t.Fatal(err)
	}
}

func TestSalesOf(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	sold(t, connection, soldOrder{101, 0, orders.Paid, `[{"code": "ZZ", "amount": 10.5, "quantity": 2}, {"code": "ZZ", "amount": 9, "quantity": 1}, {"code": "OTHER", "amount": 99, "quantity": 9}]`})
	sold(t, connection, soldOrder{102, 0, orders.Cancelled, `[{"code": "ZZ", "amount": 10, "quantity": 5}]`})
	sold(t, connection, soldOrder{103, 3, orders.Delivered, `[{"code": "ZZ", "amount": 10, "quantity": 4}]`})
	sold(t, connection, soldOrder{104, 13, orders.Delivered, `[{"code": "ZZ", "amount": 10, "quantity": 7}]`})
	sold(t, connection, soldOrder{105, 0, orders.Paid, `[{"code": "ZZ-2", "amount": 10, "quantity": 5}]`})
	sales, err := orders.SalesOf(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.Sold{Code: "ZZ", Now: now}, 3)
	if err != nil || len(sales.Months) != 12 || sales.Orders != 4 || len(sales.Latest) != 3 {
		t.Fatalf("they are %+v (%v)", sales, err)
	}
	if last := sales.Months[11]; last.Quantity != 3 || last.Amount.String() != "30" && last.Amount.String() != "30.00" {
		t.Errorf("this month is %+v", last)
	}
	if sales.Months[8].Quantity != 4 || sales.Months[0].Quantity != 0 {
		t.Errorf("the months are %+v", sales.Months)
	}
	if newest := sales.Latest[0]; newest.ID != 102 || newest.Quantity != 5 || sales.Latest[1].Quantity != 3 || sales.Latest[1].NameAssociate == "" {
		t.Errorf("the newest are %+v", sales.Latest)
	}
	if none, err := orders.SalesOf(t.Context(), connection.DB, dbtest.Renata.Caller(), orders.Sold{Code: "ZZ", Now: now}, 3); err != nil || none.Orders != 0 || none.Months[11].Quantity != 0 {
		t.Errorf("a caller without permission to read orders gets %+v (%v)", none, err)
	}
	found, err := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.ListInput{Product: "ZZ", Window: page.Window{}})
	if err != nil || len(found.Items) != 4 {
		t.Errorf("the list has %d orders (%v)", len(found.Items), err)
	}
}
