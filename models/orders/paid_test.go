package orders_test

import (
	"testing"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/civil"
	"acolhe/models/types/page"
)

// moved writes events of the history: an order reached a status.
func moved(t *testing.T, connection *db.Connection, id int64, status orders.Status, at time.Time) {
	t.Helper()
	_, err := connection.Pool.Exec(t.Context(), `insert into order_changes (order_id, action, actor_kind, actor_name, changes, date_created)
		values ($1, 'update', 'operator', 'Bruno Acioli', jsonb_build_object('status', jsonb_build_object('from', 'Aguardando pagamento', 'to', $2::text)), $3)`,
		id, status, at)
	if err != nil {
		t.Fatal(err)
	}
}

func inStatus(t *testing.T, connection *db.Connection, id int64, status orders.Status) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), "update orders set status = $2 where id = $1", id, status); err != nil {
		t.Fatal(err)
	}
}

var saoPaulo = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err)
	}
	return zone
}()

// An order counts from when it is paid until it is taken back or cancelled, and once if it was paid twice.
func TestSumPaid_FollowsTheStatus(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	order := place(t, connection)
	at := now
	check := func(step string, err error, want string, since time.Time) {
		t.Helper()
		sums, sumErr := orders.SumPaid(t.Context(), connection.DB, dbtest.Fernando.Caller(),
			[]civil.Span{{From: since, To: since.Add(time.Second)}})
		if err != nil || sumErr != nil || sums[0].String() != want {
			t.Errorf("%s: received %s (%v, %v), want %s", step, sums, err, sumErr, want)
		}
	}
	pay := func() error {
		_, err := orders.Pay(t.Context(), connection.DB, dbtest.Bruno.Caller().At(at), payment(order.ID))
		return err
	}
	back := func() error {
		_, err := orders.MoveBack(t.Context(), connection.DB, dbtest.Bruno.Caller().At(at), orders.ReasonInput{ID: order.ID, Reason: "engano"})
		return err
	}
	check("paid", pay(), "25.00", now)
	at = now.Add(time.Minute)
	_, _, err := orders.Move(t.Context(), connection.DB, dbtest.Bruno.Caller().At(at), orders.MoveInput{ID: order.ID, To: orders.Picking})
	check("picked", err, "25.00", now)
	check("taken back to paid", back(), "25.00", now)
	check("taken back", back(), "0.00", now)
	check("paid again", pay(), "25.00", at)
	check("paid again, before", nil, "0.00", now)
	_, err = orders.Cancel(t.Context(), connection.DB, dbtest.Bruno.Caller().At(at), orders.ReasonInput{ID: order.ID, Reason: "desistiu"})
	check("cancelled", err, "0.00", at)
}

// A sum and its list count the same orders.
func TestList_Reached(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), "update orders set paid_at = $1 where id = 1", dbtest.Today); err != nil {
		t.Fatal(err)
	}
	for days, want := range map[[2]string]int{{"2026-11-20", "2026-11-20"}: 1, {"2026-11-21", ""}: 0, {"", "2026-11-19"}: 0, {"", ""}: 1} {
		input := orders.ListInput{Reached: orders.Paid, ReachedFrom: days[0], ReachedTo: days[1]}
		counted, err := orders.Count(t.Context(), connection.DB, dbtest.Bruno.Caller(), input, page.CountLimit)
		found, listErr := orders.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), input)
		if err != nil || listErr != nil || counted.Rows != want || len(found.Items) != want {
			t.Errorf("%v: %d orders, %d listed (%v, %v)", days, counted.Rows, len(found.Items), err, listErr)
		}
	}
	count, err := orders.CountReached(t.Context(), connection.DB, dbtest.Bruno.Caller(), orders.Paid,
		civil.Span{From: dbtest.Today, To: dbtest.Today.Add(time.Second)})
	if err != nil || count != 1 {
		t.Errorf("%d reached %s (%v)", count, orders.Paid, err)
	}
}
