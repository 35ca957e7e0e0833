package api_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/page"
)

// variedOrders copies an order of the fixtures with values that have more than one notation.
const variedOrders = `insert into orders (user_id, user_code, name_associate, email, address, items, total, delivery_price, freight_carrier,
	freight_option, discount, donation, custom_payment, prescriber, prescriber_code, info, tags, status, service_user, date_created, date_updated)
	select user_id, user_code, name_associate, v.email, v.address::jsonb, coalesce(v.items::jsonb, o.items), v.total, v.delivery, v.carrier,
	v.option::jsonb, v.discount, v.donation, v.custom::jsonb, v.prescriber, v.prescriber, v.info, v.tags::jsonb, v.status, v.operator, v.at::timestamptz, v.at::timestamptz
	from orders o, (values
	(null, null, null, 0, 0, null, null, 0, 0, '[]', null, null, '[]', 'Pago', null, '2026-11-20 12:30:00+00'),
	('a@b.com.br', '{"street": "Rua <b>A</b> & \"B\"", "number": "1", "neighborhood": "", "city": "São José", "state": "SC", "cep": "88010000", "complement": "\\ \n\t 🌿"}',
	 '[{"code": "A<1>", "name": "Óleo\u2028 30", "amount": 0.10, "quantity": 9999}, {"code": "", "name": "Creme", "amount": 68.50, "quantity": 1}]',
	 999999.90, 23.5, 'carrier_b', '{"option_key": "b:1", "provider": "b", "service_label": "PAC", "price": 23.50, "eta_days": 7}',
	 10, 0.01, '[{"item": "Acréscimo", "qnt": 1, "value": -10.00}]', 'Dra. "Lu" <x@y>', e'duas\nlinhas\x01', '["Desconto \"social\"", "R&D"]',
	 'Entregue', 'c0ffee', '2026-11-20 12:30:00.120+00'),
	('z@b.com.br', '{"street": "", "number": "", "neighborhood": "", "city": "", "state": "", "cep": "", "complement": ""}', null, 1, 0, '', null, 0, 0, '[]', '', '', '[]', 'Cancelado', '', '1999-12-31 23:59:59.999999-03')
	) v (email, address, items, total, delivery, carrier, option, discount, donation, custom, prescriber, info, tags, status, operator, at)
	where o.id = 1`

// A list written directly from PostgreSQL's values has the same members and values, to the last digit, as its rows as
// structs.
func TestLists_RowsAsStructs(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), variedOrders); err != nil {
		t.Fatal(err)
	}
	app.WithToken(t, "items:orders:read", "items:users:read") // to be listed
	all := page.Window{Limit: new(-1)}
	for _, who := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno} {
		ctx, by := t.Context(), who.Caller()
		client := app.As(t, who)
		listed, err := orders.List(ctx, app.DB, by, orders.ListInput{Window: all})
		sameList(t, client.GET("/api/v1/orders?limit=-1"), listed.Items, err)
		found, err := orders.List(ctx, app.DB, by, orders.ListInput{Window: all, Q: "conceicao"})
		sameList(t, client.GET("/api/v1/orders?limit=-1&q=conceicao"), found.Items, err)
		history, err := orders.ListByUser(ctx, app.DB, by, listed.Items[0].UserCode, all)
		sameList(t, client.GET("/api/v1/orders/by-user/"+listed.Items[0].UserCode.String()+"?limit=-1"), history.Items, err)
		colleagues, err := operators.List(ctx, app.DB, by, operators.ListInput{Window: all})
		sameList(t, client.GET("/api/v1/system-users?limit=-1"), colleagues.Items, err)
	}
	issued, err := tokens.List(t.Context(), app.DB, dbtest.Camila.Caller(), tokens.ListInput{Window: all})
	sameList(t, app.As(t, dbtest.Camila).GET("/api/v1/auth/tokens?limit=-1"), issued.Items, err)
}

// The area's route and the generic route return the same bytes.
func TestLists_RowsAsItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), variedOrders); err != nil {
		t.Fatal(err)
	}
	camila := app.As(t, dbtest.Camila)
	for list, collection := range map[string]string{
		"/api/v1/orders?meta=*&limit=3&offset=1": "/api/v1/items/orders?meta=*&limit=3&offset=1&sort=-date_created",
		"/api/v1/orders?meta=*&status=Pago":      "/api/v1/items/orders?meta=*&filter[status]=Pago",
		"/api/v1/orders?meta=*&q=conceicao":      "/api/v1/items/orders?meta=*&search=conceicao",
	} {
		if one, other := camila.GET(list).Want(200).Body, camila.GET(collection).Want(200).Body; one != other ||
			!strings.Contains(one, `"data":[{`) {
			t.Errorf("%s answers\n%s\nand %s\n%s", list, one, collection, other)
		}
	}
}

// sameList compares an answer with rows as encoding/json writes them, including the digits of numbers and the order of
// members; only spaces and the order of members inside a jsonb may differ.
func sameList(t *testing.T, answer *handlertest.Answer, rows any, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	var data json.RawMessage
	answer.Want(200).Data(&data)
	if got, want := valuesOf(t, data), valuesOf(t, written); !reflect.DeepEqual(got, want) || len(want) == 0 {
		t.Errorf("answered\n%s\nfor\n%s", data, written)
	}
	if got, want := firstMembers(data), firstMembers(written); !reflect.DeepEqual(got, want) {
		t.Errorf("the members are %v, want %v", got, want)
	}
}

func valuesOf(t *testing.T, list []byte) []any {
	t.Helper()
	var values []any
	decoder := json.NewDecoder(bytes.NewReader(list))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil {
		t.Fatal(err)
	}
	return values
}

// firstMembers returns the names of the members of the first row in their order.
func firstMembers(list []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(list))
	_, _ = decoder.Token() // [
	_, _ = decoder.Token() // {
	var names []string
	for decoder.More() {
		name, _ := decoder.Token()
		names = append(names, name.(string))
		var value json.RawMessage
		_ = decoder.Decode(&value)
	}
	return names
}
