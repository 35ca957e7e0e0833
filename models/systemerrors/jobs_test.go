package systemerrors_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/jobs"
	"acolhe/models/systemerrors"
)

// broken is a job that fails, or panics.
type broken struct {
	Panics bool `json:"panics"`
}

// Kind returns the name of the job in the queue.
func (broken) Kind() string { return "broken" }

func workBroken(_ context.Context, job *river.Job[broken]) error {
	if job.Args.Panics {
		panic("parou com o CPF 529.982.247-25")
	}
	return errors.New("sem resposta para ana@exemplo.org.br")
}

// A job whose last attempt fails and one that panics become errors without personal data; an attempt before the last does not.
func TestRecorder_Jobs(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	log := slog.New(slog.DiscardHandler)
	runner, err := jobs.New(conn.Pool, log, jobs.List{jobs.Of(workBroken, jobs.About{})},
		systemerrors.NewRecorder(conn.DB, log, "1.2").OfJobs(func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for attempts, args := range map[int]broken{1: {Panics: true}, 2: {}} {
		err := conn.DB.WithContext(t.Context()).Transaction(func(tx *db.DB) error {
			return jobs.Enqueue(t.Context(), tx, args, &river.InsertOpts{MaxAttempts: attempts})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for left := 2; left > 0; <-ticker.C {
		// The second attempt does not wait.
		if err := conn.DB.Exec("update river_job set state = 'available', scheduled_at = now() where kind = 'broken' and state = 'retryable'").Error; err != nil {
			t.Fatal(err)
		}
		if err := conn.Pool.QueryRow(t.Context(), "select count(*) from river_job where kind = 'broken' and state <> 'discarded'").
			Scan(&left); err != nil {
			t.Fatal(err)
		}
	}
	if err := runner.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]int64{"sem resposta para [e-mail]": 1, "panic: parou com o CPF [CPF]": 1} {
		var found int64
		err := conn.Pool.QueryRow(t.Context(),
			"select coalesce(sum(events_count), 0) from system_error_groups where message = $1 and source = 'server' and place = 'tarefa broken' and last_release = '1.2'", message).Scan(&found)
		if err != nil || found != want {
			t.Errorf("%q was recorded %d times, want %d, %v", message, found, want, err)
		}
	}
}
