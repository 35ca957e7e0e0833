package orders_test

import (
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/page"
)

// A window far down the list, which is read by its ids, has the rows of the whole order.
func TestList_FarWindow(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `insert into orders (user_id, user_code, name_associate, items, total, status, date_created)
		select user_id, user_code, name_associate, items, 10 + n, status, date_created - n / 3 * interval '1 hour' from orders, generate_series(1, 700) n where id = 2`)
	if err != nil {
		t.Fatal(err)
	}
	for _, offset := range []int{299, 300, 301, 640, 695, 5000} {
		rows, err := connection.Pool.Query(t.Context(), "select id from orders order by date_created desc, id desc limit 20 offset $1", offset)
		if err != nil {
			t.Fatal(err)
		}
		var want []int64
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			want = append(want, id)
		}
		found, err := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(),
			orders.ListInput{Window: page.Window{Limit: new(20), Offset: offset}, Columns: []string{"id", "total"}})
		if err != nil || len(found.Items) != len(want) {
			t.Fatalf("offset %d has %d orders, want %d (%v)", offset, len(found.Items), len(want), err)
		}
		for i, order := range found.Items {
			if order.ID != want[i] || order.Total.IsZero() {
				t.Errorf("offset %d, row %d: %d, want %d", offset, i, order.ID, want[i])
			}
		}
	}
}
