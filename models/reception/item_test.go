package reception_test

import (
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
)

func TestCompleteOpen_LongestWaitingFirst(t *testing.T) {
	connection := dbtest.New(t)
	_, err := connection.Pool.Exec(t.Context(), `insert into reception (id, email, status, date_created) values (900, $1, 'waiting', $2)`,
		dbtest.Ana.Email, dbtest.Today)
	if err != nil {
		t.Fatal(err)
	}
	now := dbtest.Today.Add(time.Hour)
	completed := func() (count, first int) {
		t.Helper()
		err := connection.Pool.QueryRow(t.Context(), `select count(*), coalesce(min(id), 0) from reception
			where email = $1 and completed_at = $2 and completion_reason = 'Pedido'`, dbtest.Ana.Email, now).Scan(&count, &first)
		if err != nil {
			t.Fatal(err)
		}
		return count, first
	}
	for round := 1; round <= 3; round++ {
		if err := reception.CompleteOpen(t.Context(), connection.DB, auth.Caller{Kind: auth.System, Now: now}, dbtest.Ana.Email, reception.Pedido); err != nil {
			t.Fatal(err)
		}
		if count, first := completed(); count != min(round, 2) || int64(first) != dbtest.AnaWaits.ID {
			t.Errorf("after round %d: %d completed, the first is %d", round, count, first)
		}
	}
	queue, err := reception.ReadQueue(t.Context(), connection.DB, dbtest.Bruno.Caller(), 5)
	if err != nil || queue.Count != 1 || queue.Items[0].DisplayName() != dbtest.StrangerWaits.Name {
		t.Errorf("the queue is %+v (%v)", queue, err)
	}
}
