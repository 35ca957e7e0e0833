package ownorders_test

import (
	"slices"
	"testing"

	"acolhe/models/ownorders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

func execute(t *testing.T, tx *db.DB, statement string, arguments ...any) {
	t.Helper()
	if err := tx.Exec(statement, arguments...).Error; err != nil {
		t.Fatal(err)
	}
}

// A repeated order leaves out what has no free units and what no prescription allows, each only while its part is switched on; what
// needs no prescription, or has no lots at all, stays.
func TestRepeat_LeftOut(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB.WithContext(t.Context())
	execute(t, tx, `update orders set user_id = 1, user_code = ?, status = 'Entregue', items = jsonb_build_array(
		jsonb_build_object('code', ?::text, 'name', 'Óleo', 'amount', 290, 'quantity', 2),
		jsonb_build_object('code', ?::text, 'name', 'Creme', 'amount', 80, 'quantity', 1)) where id = 2`, dbtest.Ana.UserCode, dbtest.Oil.Code, dbtest.Cream.Code)
	check := func(name string, kept, out, off []string) {
		t.Helper()
		repeated, err := ownorders.Repeat(t.Context(), tx, dbtest.Bruno.Caller(), 2)
		var codes []string
		for _, item := range repeated.Items {
			codes = append(codes, item.Code)
		}
		if err != nil || !slices.Equal(codes, kept) || !slices.Equal(repeated.OutOfStock, out) || !slices.Equal(repeated.OffPrescription, off) {
			t.Errorf("%s: %v stay, %v out of stock, %v off prescription, %v", name, codes, repeated.OutOfStock, repeated.OffPrescription, err)
		}
	}
	both, oil, cream := []string{dbtest.Oil.Code, dbtest.Cream.Code}, []string{dbtest.Oil.Code}, []string{dbtest.Cream.Code}
	execute(t, tx, "insert into lots (product_id, number, expires_on) values (1, 'LT-A', '2027-01-31')")
	check("both off", both, nil, nil)
	execute(t, tx, `insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true')`)
	check("no units", cream, []string{dbtest.Oil.Name}, nil)
	execute(t, tx, "insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) values (1, 'receipt', 500, 'Priscila', now())")
	check("units", both, nil, nil)
	execute(t, tx, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'rule', 'text', '"block"')`)
	check("no prescription", nil, nil, []string{dbtest.Oil.Name, dbtest.Cream.Name})
	execute(t, tx, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 'Dra. Lídia', 'CRM', '1', 'RS', '2026-11-01', '2027-05-01', jsonb_build_array(jsonb_build_object('code', 'OLEO-30', 'name', 'Óleo', 'quantity', 1)))`)
	check("one is prescribed, with less than the order has", oil, nil, []string{dbtest.Cream.Name})
	execute(t, tx, `update products set tags = '["Sem receita"]' where code = ?`, dbtest.Cream.Code)
	check("one needs none", both, nil, nil)
	execute(t, tx, "update prescriptions set issued_on = '2026-01-01', valid_until = '2026-06-30'")
	check("the prescription has ended", cream, nil, []string{dbtest.Oil.Name})
}
