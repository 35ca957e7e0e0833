package orders_test

import (
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// today returns the civil day of the time now in the association's time zone.
var today = civil.MustParse(now.Add(-3 * 60 * 60 * 1e9).Format("2006-01-02"))

func payment(id int64) orders.PayInput {
	return orders.PayInput{ID: id, Method: orders.Pix, PaidOn: patch.Of(today), Amount: patch.Of(money.MustParse("25"))}
}

func TestStatus_Previous(t *testing.T) {
	for status, want := range map[orders.Status]orders.Status{
		orders.AwaitingPayment: "", orders.Paid: orders.AwaitingPayment, orders.Picking: orders.Paid,
		orders.Sent: orders.Picking, orders.Delivered: orders.Sent, orders.Cancelled: "", "Nada": "",
	} {
		if got := status.Previous(); got != want {
			t.Errorf("%s goes back to %q, want %q", status, got, want)
		}
	}
}

func TestPay_StoresThePayment(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	if _, err := orders.Pay(t.Context(), connection.DB, by, payment(order.ID)); err != nil {
		t.Fatal(err)
	}
	paid := stored(t, connection, order.ID)
	if paid.Status != orders.Paid || *paid.PaymentMethod != orders.Pix || *paid.PaidOn != today || !paid.AmountReceived.Equal(order.Total) {
		t.Errorf("it is stored as %+v", paid)
	}
	if events := history(t, connection, order.ID); len(events) != 2 || len(events[0].Changes) != 4 {
		t.Errorf("the history is %+v", events)
	}
	// A form sent twice is one payment; another form is refused.
	if _, err := orders.Pay(t.Context(), connection.DB, by, payment(order.ID)); err != nil || len(history(t, connection, order.ID)) != 2 {
		t.Errorf("the same payment again: %v", err)
	}
	other := payment(order.ID)
	other.Method = orders.Cash
	if _, err := orders.Pay(t.Context(), connection.DB, by, other); !errs.HasCode(err, orders.CodeInvalidTransition) {
		t.Errorf("it is paid twice: %v", err)
	}
}

func TestPay_WrongValues(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	tomorrow := civil.MustParse(now.AddDate(0, 0, 1).Format("2006-01-02"))
	for path, change := range map[string]func(*orders.PayInput){
		"payment_method":  func(in *orders.PayInput) { in.Method = "" },
		"paid_on":         func(in *orders.PayInput) { in.PaidOn = patch.Of(tomorrow) },
		"amount_received": func(in *orders.PayInput) { in.Amount = patch.Field[money.Amount]{} },
	} {
		input := payment(order.ID)
		change(&input)
		if _, err := orders.Pay(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
	input := payment(order.ID)
	input.Amount = patch.Of(money.MustParse("24.99"))
	if _, err := orders.Pay(t.Context(), connection.DB, by, input); !errs.HasCode(err, orders.CodeAmountDiffers) {
		t.Errorf("another amount than the total: %v", err)
	}
	if got := stored(t, connection, order.ID); got.Status != orders.AwaitingPayment || got.PaymentMethod != nil {
		t.Errorf("it is stored as %+v", got)
	}
	input.AcceptedAmount = patch.Of(money.MustParse("20"))
	if _, err := orders.Pay(t.Context(), connection.DB, by, input); !errs.HasCode(err, orders.CodeAmountDiffers) {
		t.Errorf("another amount than the confirmed one: %v", err)
	}
	input.AcceptedAmount = input.Amount
	if paid, err := orders.Pay(t.Context(), connection.DB, by, input); err != nil || !paid.AmountReceived.Equal(money.MustParse("24.99")) {
		t.Errorf("a confirmed difference: %v", err)
	}
}

func TestMoveBack_EachStep(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	back := orders.ReasonInput{ID: order.ID, Reason: " Pix devolvido "}
	advance(t, connection, order.ID)
	for _, want := range []orders.Status{orders.Sent, orders.Picking, orders.Paid, orders.AwaitingPayment} {
		if _, err := orders.MoveBack(t.Context(), connection.DB, by, orders.ReasonInput{ID: order.ID, Reason: " "}); errs.For(errs.FieldsOf(err),
			"reason") == "" {
			t.Errorf("without a reason: %v", err)
		}
		moved, err := orders.MoveBack(t.Context(), connection.DB, by, back)
		if err != nil || moved.Status != want {
			t.Fatalf("it goes back to %s, want %s: %v", moved.Status, want, err)
		}
	}
	got := stored(t, connection, order.ID)
	if got.PaymentMethod != nil || got.PaidOn != nil || got.AmountReceived != nil || got.TrackingCode != nil ||
		*got.FreightCarrier != "Correios" {
		t.Errorf("what belonged to the steps is still there: %+v", got)
	}
	if event := history(t, connection, order.ID)[0]; event.Reason == nil || *event.Reason != "Pix devolvido" || len(event.Changes) != 4 {
		t.Errorf("the history has %+v", event)
	}
	if _, err := orders.MoveBack(t.Context(), connection.DB, by, back); !errs.HasCode(err, orders.CodeInvalidTransition) {
		t.Errorf("the first status goes back: %v", err)
	}
}

// advance moves an order to the last status.
func advance(t *testing.T, connection *db.Connection, id int64) {
	t.Helper()
	by := dbtest.Bruno.Caller().At(now)
	_, err := orders.Pay(t.Context(), connection.DB, by, payment(id))
	if err == nil {
		_, _, err = orders.Move(t.Context(), connection.DB, by, orders.MoveInput{ID: id, To: orders.Picking})
	}
	if err == nil {
		_, err = orders.Send(t.Context(), connection.DB, by, orders.SendInput{ID: id, Carrier: "Correios", TrackingCode: "BR123"})
	}
	if err == nil {
		_, _, err = orders.Move(t.Context(), connection.DB, by, orders.MoveInput{ID: id, To: orders.Delivered})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestSend_TrackingCode(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	set(t, connection, order.ID, "status", orders.Picking)
	for path, input := range map[string]orders.SendInput{
		"tracking_code":   {ID: order.ID, TrackingCode: " "},
		"freight_carrier": {ID: order.ID, TrackingCode: "BR1", Carrier: strings.Repeat("x", 61)},
	} {
		if _, err := orders.Send(t.Context(), connection.DB, by, input); errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
	sent, err := orders.Send(t.Context(), connection.DB, by, orders.SendInput{ID: order.ID, IsPickup: true})
	if err != nil || sent.Status != orders.Sent || sent.TrackingCode != nil {
		t.Errorf("a pick-up without a code: %+v, %v", sent, err)
	}
}

func TestCancel_Reason(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	if _, err := orders.Cancel(t.Context(), connection.DB, by, orders.ReasonInput{ID: order.ID}); errs.For(errs.FieldsOf(err),
		"reason") == "" {
		t.Errorf("without a reason: %v", err)
	}
	cancelled := orders.ReasonInput{ID: order.ID, Reason: "Desistiu"}
	if _, err := orders.Cancel(t.Context(), connection.DB, by, cancelled); err != nil ||
		*history(t, connection, order.ID)[0].Reason != "Desistiu" {
		t.Errorf("the reason is not kept: %v", err)
	}
	set(t, connection, order.ID, "status", orders.Delivered)
	if _, err := orders.Cancel(t.Context(), connection.DB, by, cancelled); !errs.HasCode(err, orders.CodeInvalidTransition) {
		t.Errorf("a delivered order is cancelled: %v", err)
	}
	set(t, connection, order.ID, "status", orders.Cancelled)
	if _, err := orders.MoveBack(t.Context(), connection.DB, by, cancelled); !errs.HasCode(err, orders.CodeInvalidTransition) {
		t.Errorf("a cancelled order goes back: %v", err)
	}
}

func TestMove_Undone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	by := dbtest.Bruno.Caller().At(now)
	for _, to := range []orders.Status{orders.Paid, orders.Sent, orders.Cancelled, orders.Delivered, orders.Picking, "Nada"} {
		if _, _, err := orders.Move(t.Context(), connection.DB, by, orders.MoveInput{ID: order.ID, To: to}); !errs.HasCode(err,
			orders.CodeInvalidTransition) {
			t.Errorf("it is moved to %s: %v", to, err)
		}
	}
	set(t, connection, order.ID, "status", orders.Paid)
	if _, id, err := orders.Move(t.Context(), connection.DB, by, orders.MoveInput{ID: order.ID, To: orders.Picking}); err != nil || id == 0 {
		t.Fatalf("nothing undoes it: %v", err)
	}
	moved := orders.Moved{ID: order.ID, From: orders.Paid, To: orders.Picking}
	if err := orders.UndoMove(t.Context(), connection.DB, by, moved); err != nil || stored(t, connection, order.ID).Status != orders.Paid {
		t.Errorf("it is not undone: %v", err)
	}
	if err := orders.UndoMove(t.Context(), connection.DB, by, moved); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("it is undone twice: %v", err)
	}
}
