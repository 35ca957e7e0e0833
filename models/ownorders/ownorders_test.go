package ownorders_test

import (
	"testing"

	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// An associate asks for an own paid order again, once until the staff has answered; the staff gets the same products at the
// current prices. Nobody asks for somebody else's order.
func TestAsk(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB.WithContext(t.Context())
	caller := func(a dbtest.Associate) auth.Caller {
		return auth.Caller{Kind: auth.Associate, ID: a.ID, Code: a.UserCode, Name: a.Name, Email: a.Email, Now: dbtest.Today}
	}
	var order orders.Order
	if err := tx.Where("user_id = ?", dbtest.Ana.ID).Order("id").First(&order).Error; err != nil {
		t.Fatal(err)
	}
	set := func(status orders.Status) {
		if err := tx.Exec("update orders set status = ?, tracking_code = 'QB123456789BR' where id = ?", status, order.ID).Error; err != nil {
			t.Fatal(err)
		}
	}
	set(orders.AwaitingPayment)
	if err := ownorders.Ask(t.Context(), tx, caller(dbtest.Ana), order.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("unpaid: %v", err)
	}
	set(orders.Delivered)
	if err := ownorders.Ask(t.Context(), tx, caller(dbtest.Joao), order.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	for range 2 {
		if err := ownorders.Ask(t.Context(), tx, caller(dbtest.Ana), order.ID); err != nil {
			t.Fatal(err)
		}
	}
	var items []int64
	if err := tx.Table("reorders").Pluck("item_id", &items).Error; err != nil || len(items) != 1 {
		t.Fatalf("%d requests: %v", len(items), err)
	}
	if err := tx.Exec("update products set price = price + 1").Error; err != nil {
		t.Fatal(err)
	}
	again, err := ownorders.ItemsAgain(t.Context(), tx, dbtest.Bruno.Caller().At(dbtest.Today), items[0])
	if err != nil || len(again) == 0 || again[0].Quantity != order.Items[0].Quantity || again[0].Amount.Cmp(order.Items[0].Amount) == 0 {
		t.Errorf("again %+v of %+v, %v", again, order.Items, err)
	}
	followed, err := ownorders.Follow(t.Context(), tx, caller(dbtest.Ana), order.ID)
	if err != nil || !followed.Asked || followed.Carrier != "Correios" || followed.Href == "" {
		t.Errorf("followed %+v, %v", followed, err)
	}
	if _, err := ownorders.Follow(t.Context(), tx, caller(dbtest.Joao), order.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger follows: %v", err)
	}
}
