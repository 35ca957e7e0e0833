package orders_test

import (
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/prescriptions"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

func setRule(t *testing.T, tx *db.DB, rule string) {
	t.Helper()
	if err := tx.Exec(`insert into system_configs (system, key, value_type, value) values ('prescriptions', 'rule', 'text', to_jsonb(?::text))
		on conflict (system, key) do update set value = excluded.value`, rule).Error; err != nil {
		t.Fatal(err)
	}
	if err := tx.Exec("update orders set status = 'Cancelado' where user_id = 1").Error; err != nil {
		t.Fatal(err)
	}
}

func prescribe(t *testing.T, tx *db.DB, person int64, until string, quantity int) {
	t.Helper()
	if err := tx.Exec(`insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (?, 'Dra. Lídia', 'CRM', '1', 'RS', ?::date - interval '6 months', ?::date, jsonb_build_array(jsonb_build_object('code', 'OLEO-30', 'name', 'Óleo', 'quantity', ?::int)))`, person, until, until, quantity).Error; err != nil {
		t.Fatal(err)
	}
}

func placeOil(t *testing.T, tx *db.DB, quantity int, reason string) (orders.Order, error) {
	t.Helper()
	price := money.MustParse("290.00")
	input := orders.PlaceInput{User: patch.Of(dbtest.Ana.ID), PrescriptionReason: reason}
	input.Items = patch.Of([]orders.Item{{Code: dbtest.Oil.Code, Amount: price, Quantity: quantity}})
	input.Total = patch.Of(money.Claimed{Amount: price.Times(quantity)})
	return orders.Place(t.Context(), tx, dbtest.Bruno.Caller(), input)
}

// Of more prescriptions than are read, those that end last count.
func TestReadAllowance_ManyPrescriptions(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	setRule(t, tx, prescriptions.Block)
	for range 200 {
		prescribe(t, tx, dbtest.Ana.ID, "2026-07-01", 1)
	}
	prescribe(t, tx, dbtest.Ana.ID, "2027-05-01", 2)
	if _, err := placeOil(t, tx, 2, ""); err != nil {
		t.Error(err)
	}
}

// Each problem of a line, with the rule on; the quantities of the associate's and the patients' prescriptions add up, and
// other orders of the period count as taken.
func TestReadAllowance(t *testing.T) {
	t.Parallel()
	tx, by := dbtest.New(t).DB, dbtest.Bruno.Caller()
	read := func(code string, quantity int) prescriptions.Line {
		t.Helper()
		allowance, err := prescriptions.ReadAllowance(t.Context(), tx, by,
			orders.Order{User: dbtest.Ana.ID, Items: []orders.Item{{Code: code, Quantity: quantity}}}.Prescribed())
		if err != nil {
			t.Fatal(err)
		}
		line, _ := allowance.Of(code)
		return line
	}
	if line := read(dbtest.Oil.Code, 9); line.Problem != "" || line.Code != "" {
		t.Error("the rule is off", line)
	}
	setRule(t, tx, prescriptions.Warn)
	if line := read(dbtest.Oil.Code, 1); line.Problem != prescriptions.Missing {
		t.Error(line)
	}
	prescribe(t, tx, dbtest.Ana.ID, "2026-07-01", 2)
	if line := read(dbtest.Oil.Code, 1); line.Problem != prescriptions.Past {
		t.Error(line)
	}
	prescribe(t, tx, dbtest.Ana.ID, "2027-05-01", 2)
	prescribe(t, tx, dbtest.Miguel.ID, "2027-05-01", 1)
	if line := read(dbtest.Oil.Code, 3); line.Problem != "" || line.Allowed != 3 || line.Left() != 3 {
		t.Error(line)
	}
	if line := read(dbtest.Oil.Code, 4); line.Problem != prescriptions.Over {
		t.Error(line)
	}
	if line := read(dbtest.Cream.Code, 1); line.Problem != prescriptions.Other {
		t.Error(line)
	}
	if err := tx.Exec(`update products set tags = '["Sem receita"]' where code = ?`, dbtest.Cream.Code).Error; err != nil {
		t.Fatal(err)
	}
	if line := read(dbtest.Cream.Code, 1); line.Problem != "" || !line.IsExempt {
		t.Error(line)
	}
	if _, err := placeOil(t, tx, 2, ""); err != nil {
		t.Fatal(err)
	}
	if line := read(dbtest.Oil.Code, 2); line.Problem != prescriptions.Over || line.Taken != 2 || line.Left() != 1 {
		t.Error(line)
	}
	if _, err := placeOil(t, tx, 9, ""); err != nil {
		t.Error("a warning refuses", err)
	}
}

// Where the rule blocks, an order beyond its prescription needs a reason, which its history keeps; so do changed items.
func TestPlace_PrescriptionRequired(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	setRule(t, tx, prescriptions.Block)
	prescribe(t, tx, dbtest.Ana.ID, "2027-05-01", 2)
	if _, err := placeOil(t, tx, 3, " "); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error(err)
	}
	order, err := placeOil(t, tx, 2, "")
	if err != nil {
		t.Fatal(err)
	}
	change := orders.ChangeInput{ID: order.ID}
	change.Items = patch.Of([]orders.Item{{Code: dbtest.Oil.Code, Amount: order.Items[0].Amount, Quantity: 3}})
	if _, err := orders.Change(t.Context(), tx, dbtest.Bruno.Caller(), change); !errs.HasCode(err, prescriptions.CodeRequired) {
		t.Error("a change passes", err)
	}
	change.PrescriptionReason = "Viagem"
	if _, err := orders.Change(t.Context(), tx, dbtest.Priscila.Caller(), change); !errs.HasCode(err, errs.CodeForbidden) {
		t.Error("Produção lets it pass", err)
	}
	if _, err := orders.Change(t.Context(), tx, dbtest.Bruno.Caller(), change); err != nil {
		t.Error(err)
	}
	note := orders.ChangeInput{ID: order.ID}
	note.Info = patch.Of("deixar na portaria")
	if _, err := orders.Change(t.Context(), tx, dbtest.Bruno.Caller(), note); err != nil {
		t.Error("a note needs a prescription", err)
	}
	events, err := orders.History(t.Context(), tx, order.ID)
	if err != nil {
		t.Fatal(err)
	}
	kept := false
	for _, event := range events {
		kept = kept || event.Reason != nil && *event.Reason == "Viagem"
	}
	if !kept {
		t.Error("the history lacks the reason")
	}
}
