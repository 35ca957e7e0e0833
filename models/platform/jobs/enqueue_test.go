package jobs

import (
	"errors"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// A job is committed or rolled back with the change that enqueued it.
func TestEnqueue_Transaction(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	refused := errors.New("refused")
	enqueue := func(tx *db.DB) error { return Enqueue(t.Context(), tx, cleanUp{}, nil) }
	for _, step := range []struct {
		name string
		do   func(tx *db.DB) error
		want int64
	}{
		{"rolled back", func(tx *db.DB) error { return errors.Join(enqueue(tx), refused) }, 0},
		{"rolled back after a step that was kept", func(tx *db.DB) error {
			return errors.Join(tx.Transaction(enqueue), refused)
		}, 0},
		{"a step rolled back", func(tx *db.DB) error {
			_ = tx.Transaction(func(tx *db.DB) error { return errors.Join(enqueue(tx), refused) })
			return nil
		}, 0},
		{"committed", enqueue, 1},
	} {
		err := conn.DB.Transaction(step.do)
		if step.want == 0 && err != nil && !errors.Is(err, refused) {
			t.Fatal(err)
		}
		if there := column[int64](t, conn, "select count(*) from river_job")[0]; there != step.want {
			t.Errorf("%s: %d jobs are there, want %d", step.name, there, step.want)
		}
	}
}

func TestEnqueue_OutsideTransaction(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if err := Enqueue(t.Context(), conn.DB, cleanUp{}, nil); err != nil {
		t.Fatal(err)
	}
	if kinds := column[string](t, conn, "select kind from river_job"); len(kinds) != 1 || kinds[0] != "clean_up" {
		t.Errorf("the queue holds %v, want one clean_up", kinds)
	}
}
