package orders_test

import (
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Days are in the association's time zone: an order at half past eleven at night in São Paulo belongs to that day,
// although it is already the next day in UTC.
func TestCount_DaysOfTheAssociation(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), "update orders set date_created = '2026-11-20T02:30:00Z' where id = 2"); err != nil {
		t.Fatal(err)
	}
	for _, days := range []struct {
		from, to string
		want     int
	}{{"2026-11-19", "2026-11-19", 1}, {"2026-11-20", "", 0}, {"", "2026-11-18", 1}, {"2026-11-15", "2026-11-19", 2}} {
		input := orders.ListInput{From: days.from, To: days.to}
		counted, err := orders.Count(t.Context(), connection.DB, dbtest.Bruno.Caller(), input, page.CountLimit)
		if err != nil || counted.Rows != days.want {
			t.Errorf("from %q to %q: %d orders (%v), want %d", days.from, days.to, counted.Rows, err, days.want)
		}
	}
}

// An associate's list, count and sum have only their own orders.
func TestSum_AssociateSeesOwnOrdersAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	joao := auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode}
	for _, input := range []orders.ListInput{{}, {State: "SC"}} {
		sums, err := orders.Sum(t.Context(), connection.DB, joao, input)
		if err != nil || sums.Count != 1 || sums.Total.String() != dbtest.JoaosOrder.Total || sums.Donations.String() != "10.00" {
			t.Errorf("João's orders come to %+v (%v)", sums, err)
		}
		if counted, err := orders.Count(t.Context(), connection.DB, joao, input, page.CountLimit); err != nil || counted.Rows != 1 {
			t.Errorf("João has %d orders (%v)", counted.Rows, err)
		}
		if found, err := orders.List(t.Context(), connection.DB, joao, input); err != nil || len(found.Items) != 1 ||
			found.Items[0].ID != dbtest.JoaosOrder.ID {
			t.Errorf("João sees %+v (%v)", found.Items, err)
		}
	}
}

// The selection for an answer in JSON has only the rows that the caller may see, also in its
// counts.
func TestSelect_Visibility(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	engine := items.New(connection, nil, nil, nil)
	for name, c := range map[string]struct {
		by   auth.Caller
		want int
	}{
		"operator":               {dbtest.Bruno.Caller(), 2},
		"associate":              {auth.Caller{Kind: auth.Associate, ID: dbtest.Joao.ID, Code: dbtest.Joao.UserCode}, 1},
		"token for other things": {auth.Caller{Kind: auth.Token, Scopes: []string{"items:users:read"}}, 0},
	} {
		for _, input := range []orders.ListInput{{}, {State: "SC"}} {
			input.Window = page.Window{Count: "*"}
			selected, err := orders.Select(t.Context(), connection.DB, c.by, input)
			if err != nil {
				t.Fatal(err)
			}
			found, err := engine.Read(t.Context(), c.by, selected, nil)
			if rows := strings.Count(string(found.JSON), `"user_code"`); err != nil || rows != c.want || *found.Meta.TotalCount != c.want ||
				*found.Meta.FilterCount != c.want {
				t.Errorf("%s sees %d orders, counted %+v (%v), want %d", name, rows, found.Meta, err, c.want)
			}
		}
	}
}

func TestList_UnknownFilters(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for path, input := range map[string]orders.ListInput{
		"status": {Status: "Nada"}, "sort": {Sort: "criado"}, "state": {State: "XX"}, "from": {From: "20/11/2026"}, "to": {To: "ontem"},
	} {
		_, err := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), input)
		_, selecting := orders.Select(t.Context(), connection.DB, dbtest.Bruno.Caller(), input)
		if errs.For(errs.FieldsOf(err), path) == "" || errs.For(errs.FieldsOf(selecting), path) == "" {
			t.Errorf("%s: %v, %v", path, err, selecting)
		}
	}
}

// Paid orders to be delivered wait for a label until one is bought or being bought; a refused or cancelled one does not count.
func TestList_AwaitsLabel(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	count := func(statement string) int {
		t.Helper()
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		counted, err := orders.Count(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.ListInput{AwaitsLabel: true}, page.CountLimit)
		if err != nil {
			t.Fatal(err)
		}
		return counted.Rows
	}
	const parcel = `insert into parcels (order_id, provider, option_key, service_label, reference, state, price, value, content, weight_g, length_cm, width_cm, height_cm, date_created, date_updated)
		values (1, 'carrier_b', 'carrier_b:1-1', 'PAC', gen_random_uuid()::text, 'refused', 1, 1, '', 1, 1, 1, 1, now(), now())`
	for _, c := range []struct {
		name, statement string
		want            int
	}{
		{"paid", "update orders set status = 'Pago', address = '{\"cep\": \"88010000\"}' where id = 1", 1},
		{"in separation", "update orders set status = 'Em separação' where id = 1", 1},
		{"refused", parcel, 1},
		{"bought", "update parcels set state = 'ready'", 0},
		{"cancelled", "update parcels set state = 'cancelled'", 1},
		{"sent", "update orders set status = 'Enviado' where id = 1", 0},
		{"picked up", "update orders set status = 'Pago', address = null where id = 1", 0},
	} {
		if got := count(c.statement); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
