package picking_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/orders"
	"acolhe/models/picking"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var now = dbtest.Today

// A picking list sums up the orders that the caller moved to picking; marks belong to the orders, so that everybody sees them.
func TestPickingList(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	priscila, camila := dbtest.Priscila.Caller().At(now), dbtest.Camila.Caller().At(now)
	first, second, hers := pickedOrder(t, connection, dbtest.Priscila), pickedOrder(t, connection, dbtest.Priscila),
		pickedOrder(t, connection, dbtest.Camila)
	list := pickingList(t, connection, dbtest.Priscila)
	code := first.Items[0].Code
	units := first.Items[0].Quantity
	if list.Orders != 2 || len(list.Products) != len(first.Items) {
		t.Fatalf("the list is %+v", list)
	}
	product := list.Products[slices.IndexFunc(list.Products, func(p picking.Product) bool { return p.Code == code })]
	if product.Quantity != 2*units || product.Picked != 0 || product.IsPicked() ||
		!slices.Equal(product.Orders, []int64{first.ID, second.ID}) {
		t.Fatalf("the product is %+v", product)
	}
	pick := func(want int, by dbtest.Operator, input picking.MarkInput) {
		t.Helper()
		if err := picking.Mark(t.Context(), connection.DB, by.Caller().At(now), input); err != nil {
			t.Fatal(err)
		}
		whole, err := picking.ReadWhole(t.Context(), connection.DB, camila)
		if err != nil || whole.Orders != 3 || whole.Products[0].Picked != want {
			t.Errorf("of the whole list %+v are picked (%v), want %d", whole, err, want)
		}
	}
	pick(2*units, dbtest.Priscila, picking.MarkInput{Code: code, Picked: true})
	pick(2*units, dbtest.Priscila, picking.MarkInput{Code: code, Picked: true}) // twice is once
	pick(3*units, dbtest.Camila, picking.MarkInput{Code: code, Picked: true, Everyone: true})
	pick(2*units, dbtest.Camila, picking.MarkInput{Code: code})
	if err := picking.Mark(t.Context(), connection.DB, priscila, picking.MarkInput{Code: "nada", Picked: true}); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("an unknown product: %v", err)
	}
	// More of a product is no longer picked.
	more := first.Items
	more[0].Quantity++
	if _, err := orders.Change(t.Context(), connection.DB, priscila,
		orders.ChangeInput{ID: first.ID, Fields: orders.Fields{Items: patch.Of(more)}}); err != nil {
		t.Fatal(err)
	}
	if list := pickingList(t, connection, dbtest.Priscila); list.Products[0].Picked != units || list.Products[0].Quantity != 2*units+1 {
		t.Errorf("after a change the list is %+v", list)
	}
	// Taken back and moved by Camila, the order is hers.
	if _, err := orders.MoveBack(t.Context(), connection.DB, camila, orders.ReasonInput{ID: second.ID, Reason: "engano"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := orders.Move(t.Context(), connection.DB, camila, orders.MoveInput{ID: second.ID, To: orders.Picking}); err != nil {
		t.Fatal(err)
	}
	if own, of := pickingList(t, connection, dbtest.Camila), pickingList(t, connection, dbtest.Priscila); own.Orders != 2 || of.Orders != 1 {
		t.Errorf("Camila has %+v, Priscila %+v; %d was Camila's", own, of, hers.ID)
	}
	if list := pickingList(t, connection, dbtest.Renata); list.Orders != 0 {
		t.Errorf("a professional reads %+v", list)
	}
}

func pickingList(t *testing.T, connection *db.Connection, by dbtest.Operator) picking.List {
	t.Helper()
	list, err := picking.Read(t.Context(), connection.DB, by.Caller())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// pickedOrder places an order, pays it and has the operator move it to picking.
func pickedOrder(t *testing.T, connection *db.Connection, by dbtest.Operator) orders.Order {
	t.Helper()
	bruno := dbtest.Bruno.Caller().At(now)
	order, err := orders.Place(t.Context(), connection.DB, bruno, orders.PlaceInput{
		UserCode: uuid.NullUUID{UUID: uuid.MustParse(dbtest.Carla.UserCode), Valid: true},
		Fields: orders.Fields{
			Total: patch.Of(money.Claimed{Amount: money.MustParse("20")}),
			Items: patch.Of([]orders.Item{{Code: "A", Amount: money.MustParse("10"), Quantity: 2}}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	paid := orders.PayInput{ID: order.ID, Method: orders.Pix, PaidOn: patch.Of(civil.Of(now)), Amount: patch.Of(money.MustParse("20"))}
	if _, err := orders.Pay(t.Context(), connection.DB, bruno, paid); err != nil {
		t.Fatal(err)
	}
	order, _, err = orders.Move(t.Context(), connection.DB, by.Caller().At(now), orders.MoveInput{ID: order.ID, To: orders.Picking})
	if err != nil {
		t.Fatal(err)
	}
	return order
}
