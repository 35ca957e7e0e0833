package orders_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

var now = dbtest.Today

// newOrder returns an order of Carla's: twice 10.00 and freight of 5.00.
func newOrder() orders.PlaceInput {
	return orders.PlaceInput{
		UserCode: uuid.NullUUID{UUID: uuid.MustParse(dbtest.Carla.UserCode), Valid: true},
		Fields: orders.Fields{
			Total:         patch.Of(claimedOf("25")),
			Items:         patch.Of([]orders.Item{{Code: "A", Amount: money.MustParse("10"), Quantity: 2}}),
			DeliveryPrice: patch.Of(money.MustParse("5")),
		},
	}
}

func claimedOf(text string) money.Claimed { return money.Claimed{Amount: money.MustParse(text)} }

func place(t *testing.T, connection *db.Connection) orders.Order {
	t.Helper()
	order, err := orders.Place(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), newOrder())
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// An order completes the open reception items of its associate and the one that it is made from, in one transaction.
func TestPlace_CompletesReceptionItems(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	insert := "insert into reception (id, name, email, associate_code, status) values (11, 'Carla', null, $1, 'waiting'), (12, 'Carla', $2, null, 'in_progress')"
	if _, err := connection.Pool.Exec(t.Context(), insert, dbtest.Carla.UserCode, dbtest.Carla.Email); err != nil {
		t.Fatal(err)
	}
	require := func(after, want string) {
		t.Helper()
		var completed string
		err := connection.Pool.QueryRow(t.Context(),
			"select coalesce(string_agg(id::text, ' ' order by id), '') from reception where completion_reason = 'Pedido' and id <> 3").
			Scan(&completed)
		if err != nil || completed != want {
			t.Errorf("after %s %q are completed, not %q (%v)", after, completed, want, err)
		}
	}
	input := newOrder()
	input.FromItem = dbtest.StrangerWaits.ID
	by := dbtest.Bruno.Caller().At(now)
	failed := errors.New("rolled back")
	err := connection.DB.Transaction(func(tx *db.DB) error {
		if _, err := orders.Place(t.Context(), tx, by, input); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Fatal(err)
	}
	require("a rollback", "")
	if _, err := orders.Place(t.Context(), connection.DB, by, input); err != nil {
		t.Fatal(err)
	}
	require("the order", "2 11 12")
}

func stored(t *testing.T, connection *db.Connection, id int64) orders.Order {
	t.Helper()
	order, err := orders.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	return order
}

func history(t *testing.T, connection *db.Connection, id int64) []orders.Event {
	t.Helper()
	events, err := orders.History(t.Context(), connection.DB, id)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// set updates a column directly.
func set(t *testing.T, connection *db.Connection, id int64, column string, value any) {
	t.Helper()
	if err := connection.DB.Table("orders").Where("id = ?", id).Update(column, value).Error; err != nil {
		t.Fatal(err)
	}
}

func freightApart(t *testing.T, connection *db.Connection) {
	t.Helper()
	err := connection.DB.Exec("insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', 'false')").Error
	if err != nil {
		t.Fatal(err)
	}
}

func TestChange_Total(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	amount := func(text string) patch.Field[money.Amount] { return patch.Of(money.MustParse(text)) }
	claimed := func(text string) patch.Field[money.Claimed] { return patch.Of(claimedOf(text)) }
	for name, c := range map[string]struct {
		change orders.Fields
		total  string
		code   string
	}{
		"nothing":    {orders.Fields{}, "25.00", ""},
		"a discount": {orders.Fields{Discount: amount("3.50")}, "21.50", ""},
		"a donation": {orders.Fields{Donation: amount("25.01")}, "0.00", ""},
		"no freight": {orders.Fields{DeliveryPrice: patch.Field[money.Amount]{Sent: true, Null: true}}, "20.00", ""},
		"items": {orders.Fields{Items: patch.Of([]orders.Item{{Code: "B", Amount: money.MustParse("0.33"), Quantity: 3}})},
			"5.99", ""},
		"a deduction": {orders.Fields{CustomPayment: patch.Of([]orders.CustomPayment{{Item: "x", Value: money.MustParse("1")}})},
			"24.00", ""},
		"a surcharge": {orders.Fields{CustomPayment: patch.Of([]orders.CustomPayment{{Item: "x", Value: money.MustParse("-1")}})},
			"26.00", ""},
		"with its total":      {orders.Fields{Discount: amount("5"), Total: claimed("20.01")}, "20.00", ""},
		"with another total":  {orders.Fields{Discount: amount("5"), Total: claimed("20.02")}, "25.00", orders.CodeTotalMismatch},
		"with the old total":  {orders.Fields{Discount: amount("5"), Total: claimed("25")}, "25.00", orders.CodeTotalMismatch},
		"the total alone":     {orders.Fields{Total: claimed("24.99")}, "25.00", ""},
		"another total alone": {orders.Fields{Total: claimed("1")}, "25.00", orders.CodeTotalMismatch},
		"a total beyond storage": {orders.Fields{Items: patch.Of([]orders.Item{{Code: "B", Amount: money.MustParse("9999999.99"),
			Quantity: 2}})}, "25.00", errs.CodeValidation},
		"a surcharge beyond value": {orders.Fields{CustomPayment: patch.Of([]orders.CustomPayment{{Item: "x",
			Value: money.MustParse("-10000000")}})}, "25.00", errs.CodeValidation},
	} {
		t.Run(name, func(t *testing.T) {
			order := place(t, connection)
			changed, err := orders.Change(t.Context(), connection.DB, dbtest.Fernando.Caller().At(now),
				orders.ChangeInput{ID: order.ID, Fields: c.change})
			if c.code == "" && err != nil || c.code != "" && !errs.HasCode(err, c.code) {
				t.Errorf("answered %v, want %q", err, c.code)
			}
			found := stored(t, connection, order.ID)
			if found.Total.String() != c.total || err == nil && !changed.Total.Equal(found.Total) {
				t.Errorf("stored %s, want %s", found.Total, c.total)
			}
		})
	}
}

// An order whose total is too large to be stored is refused with a message.
func TestPlace_BeyondStorage(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for count, path := range map[int]string{500: "total", 501: "items"} {
		input := newOrder()
		input.Items = patch.Of(slices.Repeat([]orders.Item{{Code: "A", Amount: money.MustParse("9999999.99"), Quantity: 9999}}, count))
		_, err := orders.Place(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
		if errs.For(errs.FieldsOf(err), path) == "" {
			t.Errorf("%d items: %v, want a problem with %s", count, err, path)
		}
	}
}

// A note must not change the total of a paid order.
func TestChange_InfoKeepsTotal(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	freightApart(t, connection)
	note := orders.ChangeInput{ID: order.ID,
		Fields: orders.Fields{Info: patch.Of("Ligar"), Status: patch.Of(orders.Paid), Items: patch.Of(order.Items)}}
	if _, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), note); err != nil {
		t.Fatal(err)
	}
	if got := stored(t, connection, order.ID); got.Total.String() != "25.00" || *got.Info != "Ligar" {
		t.Errorf("stored %s, %v", got.Total, got.Info)
	}
	discount := orders.ChangeInput{ID: order.ID, Fields: orders.Fields{Discount: patch.Of(money.MustParse("1"))}}
	if _, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), discount); err != nil {
		t.Fatal(err)
	}
	if got := stored(t, connection, order.ID); got.Total.String() != "19.00" {
		t.Errorf("computed again: %s, want 19.00 without freight", got.Total)
	}
}

func TestChange_StatusTransitions(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	allowed := map[orders.Status]string{
		orders.AwaitingPayment: "Pago, Cancelado", orders.Paid: "Em separação, Cancelado", orders.Picking: "Enviado, Cancelado",
		orders.Sent: "Entregue, Cancelado", orders.Delivered: "", orders.Cancelled: "",
	}
	for _, from := range orders.Statuses() {
		for _, to := range append(orders.Statuses(), "Nada", "") {
			set(t, connection, order.ID, "status", from)
			_, err := orders.Change(t.Context(), connection.DB, dbtest.Priscila.Caller().At(now),
				orders.ChangeInput{ID: order.ID, Fields: orders.Fields{Status: patch.Of(to)}})
			want := ""
			switch {
			case !slices.Contains(orders.Statuses(), to):
				want = errs.CodeValidation
			case from != to && !slices.Contains(strings.Split(allowed[from], ", "), string(to)):
				want = orders.CodeInvalidTransition
			}
			if want == "" && err != nil || want != "" && !errs.HasCode(err, want) {
				t.Errorf("%s → %s: %v, want %q", from, to, err, want)
			}
			after := stored(t, connection, order.ID).Status
			if want == "" && after != to || want != "" && after != from {
				t.Errorf("%s → %s stored %s", from, to, after)
			}
		}
	}
}

func TestChange_ClosedOrder(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	change := func(fields orders.Fields) error {
		_, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), orders.ChangeInput{ID: order.ID, Fields: fields})
		return err
	}
	for _, status := range []orders.Status{orders.Delivered, orders.Cancelled} {
		set(t, connection, order.ID, "status", status)
		notes := orders.Fields{Info: patch.Of("Nota de " + string(status)), Tags: patch.Of([]string{string(status)}),
			Discount: patch.Of(money.Zero)}
		if err := change(notes); err != nil {
			t.Errorf("notes on %s: %v", status, err)
		}
		for name, fields := range map[string]orders.Fields{
			"price": {Discount: patch.Of(money.MustParse("1"))}, "address": {Address: patch.Of(orders.Address{City: "Palhoça"})},
			"both": {Info: patch.Of("x"), Prescriber: patch.Of("Dra. Y")},
		} {
			if err := change(fields); !errs.HasCode(err, orders.CodeOrderClosed) {
				t.Errorf("%s of %s: %v", name, status, err)
			}
		}
	}
	if got := stored(t, connection, order.ID); !got.Discount.IsZero() || got.Address != nil || *got.Info != "Nota de Cancelado" {
		t.Errorf("stored %+v", got)
	}
}

func TestChange_History(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	same := orders.ChangeInput{ID: order.ID,
		Fields: orders.Fields{Discount: patch.Of(money.Zero), Items: patch.Of(order.Items), Total: patch.Of(money.Claimed{Amount: order.Total}),
			NameAssociate: patch.Of(" " + order.NameAssociate + " "), Info: patch.Of(""), Tags: patch.Field[[]string]{Sent: true, Null: true}}}
	if _, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now.AddDate(0, 0, 1)), same); err != nil {
		t.Fatal(err)
	}
	if got := history(t, connection, order.ID); len(got) != 1 || !stored(t, connection, order.ID).DateUpdated.Equal(now) {
		t.Errorf("a change of nothing wrote %+v", got)
	}
	later := now.AddDate(0, 0, 2)
	input := same
	input.Discount, input.Status, input.Total = patch.Of(money.MustParse("5")), patch.Of(orders.Paid), patch.Of(claimedOf("20"))
	if _, err := orders.Change(t.Context(), connection.DB, dbtest.Fernando.Caller().At(later), input); err != nil {
		t.Fatal(err)
	}
	events := history(t, connection, order.ID)
	if len(events) != 2 || events[0].Action != orders.Changed || !events[0].DateCreated.Equal(later) ||
		*events[0].ActorName != dbtest.Fernando.FullName() {
		t.Fatalf("the history is %+v", events)
	}
	recorded := map[string]string{}
	for name, difference := range events[0].Changes {
		recorded[name] = string(difference.From) + " → " + string(difference.To)
	}
	want := map[string]string{"discount": "0.00 → 5.00", "total": "25.00 → 20.00", "status": `"Aguardando pagamento" → "Pago"`}
	if len(recorded) != len(want) {
		t.Errorf("the history holds %v", recorded)
	}
	for name := range want {
		if recorded[name] != want[name] {
			t.Errorf("%s: %s, want %s", name, recorded[name], want[name])
		}
	}
	if !stored(t, connection, order.ID).DateUpdated.Equal(later) {
		t.Error("date_updated is not the time of the change")
	}
}

func TestChange_ValidatesOnlyDifferences(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	set(t, connection, order.ID, "address",
		`{"street": "", "number": "", "neighborhood": "", "city": "", "state": "??", "cep": "1", "complement": ""}`)
	if _, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
		orders.ChangeInput{ID: order.ID, Fields: orders.Fields{Status: patch.Of(orders.Paid)}}); err != nil {
		t.Errorf("an unchanged address is validated: %v", err)
	}
	wrong := orders.ChangeInput{ID: order.ID,
		Fields: orders.Fields{Address: patch.Of(orders.Address{State: "??", CEP: "12"}), NameAssociate: patch.Of(" "),
			Email: patch.Of("nada"), Items: patch.Of([]orders.Item{}), Total: patch.Field[money.Claimed]{Sent: true, Null: true}}}
	_, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), wrong)
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	if got := strings.Join(paths, " "); got != "address.cep address.state email items name_associate total" {
		t.Errorf("refused %q", got)
	}
}

func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	opened := stored(t, connection, order.ID)
	version := db.VersionOf(connection.DB, &opened)
	if got := db.VersionOf(connection.DB, &order); got != version {
		t.Errorf("Place returns version %s, stored is %s", got, version)
	}
	change := func(fields orders.Fields) error {
		_, err := orders.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
			orders.ChangeInput{ID: order.ID, Version: version, Fields: fields})
		return err
	}
	first := orders.Fields{Info: patch.Of("um"), Status: patch.Of(orders.Paid)}
	for range 2 { // a form sent twice is no conflict
		if err := change(first); err != nil {
			t.Fatal(err)
		}
	}
	for name, fields := range map[string]orders.Fields{"info": {Info: patch.Of("dois")}, "move": {Status: patch.Of(orders.Delivered)},
		"total": {Total: patch.Of(money.Claimed{})}} {
		if err := change(fields); !errs.IsStale(err) {
			t.Errorf("%s: %v, want a stale version", name, err)
		}
	}
	wrong := orders.Fields{Email: patch.Of("nada")}
	if err := change(wrong); !errs.IsStale(err) || errs.For(errs.FieldsOf(err), "email") == "" {
		t.Errorf("a wrong field with a stale version: %v", err)
	}
	if got := stored(t, connection, order.ID); *got.Info != "um" || got.Status != orders.Paid || len(history(t, connection, order.ID)) != 2 {
		t.Errorf("stored %s, %s with %d events", *got.Info, got.Status, len(history(t, connection, order.ID)))
	}
}

func TestRemove_ByStatus(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, status := range orders.Statuses() {
		order := place(t, connection)
		set(t, connection, order.ID, "status", status)
		err := orders.Remove(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), order.ID)
		goes := status == orders.AwaitingPayment || status == orders.Cancelled
		if goes && err != nil || !goes && !errs.HasCode(err, errs.CodeConflict) {
			t.Errorf("%s: %v", status, err)
		}
		_, err = orders.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), order.ID)
		if errs.HasCode(err, errs.CodeNotFound) != goes || goes && len(history(t, connection, order.ID)) > 0 {
			t.Errorf("%s: afterwards %v", status, err)
		}
		var kept int64
		event := connection.DB.Table("security_events").
			Where("kind = 'order.removed' and subject = ? and details->>'status' = ?", strconv.FormatInt(order.ID, 10), status)
		if err := event.Count(&kept).Error; err != nil || (kept == 1) != goes {
			t.Errorf("%s: %d events keep its removal (%v)", status, kept, err)
		}
	}
}

func TestChange_OrderOfAnotherAssociate(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	ana := auth.Caller{Kind: auth.Associate, ID: dbtest.Ana.ID, Code: dbtest.Ana.UserCode}
	note := func(id int64) error {
		_, err := orders.Change(t.Context(), connection.DB, ana.At(now), orders.ChangeInput{ID: id, Fields: orders.Fields{Info: patch.Of("x")}})
		return err
	}
	if err := note(dbtest.JoaosOrder.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("João's order: %v", err)
	}
	if err := orders.Remove(t.Context(), connection.DB, ana.At(now), dbtest.JoaosOrder.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("João's order removed: %v", err)
	}
	if err := note(9999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("no order: %v", err)
	}
}
