package orders_test

import (
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Each order is paid with its own total; one that is paid already keeps its payment.
func TestPayMany_EachWithItsTotal(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	one, two, paid := place(t, connection), place(t, connection), place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	if _, err := orders.Pay(t.Context(), connection.DB, by, payment(paid.ID)); err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Pool.Exec(t.Context(), "update orders set total = 40.50 where id = $1", two.ID); err != nil {
		t.Fatal(err)
	}
	input := orders.PayManyInput{IDs: []int64{two.ID, paid.ID, one.ID, two.ID}, Method: orders.Cash, PaidOn: patch.Of(today)}
	moved, err := orders.PayMany(t.Context(), connection.DB, by, input)
	if err != nil || len(moved.From) != 2 || len(moved.Refused) != 1 || moved.Refused[0].ID != paid.ID {
		t.Fatalf("it returns %+v (%v)", moved, err)
	}
	for id, amount := range map[int64]string{one.ID: one.Total.String(), two.ID: "40.50"} {
		got := stored(t, connection, id)
		if got.Status != orders.Paid || *got.PaymentMethod != orders.Cash || *got.PaidOn != today || got.AmountReceived.String() != amount ||
			len(history(t, connection, id)) != 2 {
			t.Errorf("it is stored as %+v", got)
		}
	}
	if got := stored(t, connection, paid.ID); *got.PaymentMethod != orders.Pix {
		t.Error("the payment of a paid order was replaced")
	}
}

func TestPayMany_WrongValues(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	for path, change := range map[string]func(*orders.PayManyInput){
		"payment_method": func(in *orders.PayManyInput) { in.Method = "cheque" },
		"paid_on":        func(in *orders.PayManyInput) { in.PaidOn = patch.Field[civil.Date]{} },
		"ids":            func(in *orders.PayManyInput) { in.IDs = nil },
	} {
		input := orders.PayManyInput{IDs: []int64{order.ID}, Method: orders.Pix, PaidOn: patch.Of(today)}
		change(&input)
		if _, err := orders.PayMany(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
	// With an unknown order nothing is paid.
	input := orders.PayManyInput{IDs: []int64{order.ID, 99_999}, Method: orders.Pix, PaidOn: patch.Of(today)}
	if _, err := orders.PayMany(t.Context(), connection.DB, by, input); !errs.HasCode(err, errs.CodeNotFound) ||
		stored(t, connection, order.ID).Status != orders.AwaitingPayment {
		t.Errorf("an unknown order: %v", err)
	}
}

// Each order has its tracking code; the carrier is for all, or each keeps its own.
func TestSendMany(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Bruno.Caller().At(now)
	one, two, unpaid, other := place(t, connection), place(t, connection), place(t, connection), place(t, connection)
	if _, err := connection.Pool.Exec(t.Context(),
		"update orders set status = 'Em separação', freight_carrier = 'Correios' where id in ($1, $2, $3)", one.ID, two.ID,
		other.ID); err != nil {
		t.Fatal(err)
	}
	input := orders.SendManyInput{IDs: []int64{one.ID, two.ID, unpaid.ID, other.ID}, Orders: []orders.Tracked{{one.ID, " BR1 "}, {two.ID, ""}}}
	if _, err := orders.SendMany(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), "orders[1].tracking_code") == "" ||
		len(errs.FieldsOf(err)) != 1 {
		t.Fatalf("without a code: %v", err)
	}
	input.IsPickup = true
	moved, err := orders.SendMany(t.Context(), connection.DB, by, input)
	if err != nil || len(moved.From) != 2 || len(moved.Refused) != 2 {
		t.Fatalf("it returns %+v (%v)", moved, err)
	}
	if first, second := stored(t, connection, one.ID), stored(t, connection, two.ID); first.Status != orders.Sent ||
		*first.TrackingCode != "BR1" || *first.FreightCarrier != "Correios" || second.TrackingCode != nil {
		t.Errorf("they are stored as %+v and %+v", first, second)
	}
	if stored(t, connection, other.ID).Status != orders.Picking {
		t.Error("an order that the form did not list is sent")
	}
	input = orders.SendManyInput{Carrier: "Jadlog", Orders: []orders.Tracked{{other.ID, "J9"}}}
	if _, err := orders.SendMany(t.Context(), connection.DB, by, input); err != nil ||
		*stored(t, connection, other.ID).FreightCarrier != "Jadlog" {
		t.Errorf("another carrier: %v", err)
	}
	input.Orders = make([]orders.Tracked, orders.MaxSentTogether+1)
	if _, err := orders.SendMany(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), "ids") == "" {
		t.Errorf("too many: %v", err)
	}
}

func TestCancelMany(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Bruno.Caller().At(now)
	one, delivered := place(t, connection), place(t, connection)
	advance(t, connection, delivered.ID)
	input := orders.CancelManyInput{IDs: []int64{one.ID, delivered.ID}, Reason: " "}
	if _, err := orders.CancelMany(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), "reason") == "" {
		t.Errorf("without a reason: %v", err)
	}
	input.Reason = strings.Repeat("a", 501)
	if _, err := orders.CancelMany(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), "reason") == "" {
		t.Errorf("with a long reason: %v", err)
	}
	input.Reason = "Produto em falta"
	moved, err := orders.CancelMany(t.Context(), connection.DB, by, input)
	if err != nil || len(moved.From) != 1 || len(moved.Refused) != 1 {
		t.Fatalf("it returns %+v (%v)", moved, err)
	}
	if events := history(t, connection, one.ID); *events[0].Reason != "Produto em falta" ||
		stored(t, connection, one.ID).Status != orders.Cancelled {
		t.Errorf("the history is %+v", events)
	}
}
