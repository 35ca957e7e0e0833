package tasks

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/types/auth"
)

// A task fails after its last attempt; failed attempts before do not change it.
func TestWorker_LastAttemptFails(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	bruno := dbtest.Bruno.ID
	task := Task{Kind: Enqueue, Status: Waiting, OwnerID: &bruno, OwnerName: "Bruno", Total: 1, DateCreated: dbtest.Today}
	if err := conn.DB.Create(&task).Error; err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return dbtest.Today }
	run := runner[taskJob](conn.DB, now, Worker{DB: conn.DB, Now: now}.workUntil)
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		attempt int
		want    Status
	}{{attempts - 1, Waiting}, {attempts, Failed}} {
		job := &river.Job[taskJob]{JobRow: &rivertype.JobRow{Attempt: c.attempt, MaxAttempts: attempts}, Args: taskJob{Task: task.ID}}
		if err := run(cut, job); err == nil {
			t.Fatal("it did not break off")
		}
		var is Task
		if err := conn.DB.First(&is, task.ID).Error; err != nil || is.Status != c.want || (is.Failure != nil) != (c.want == Failed) {
			t.Errorf("after attempt %d it is %+v (%v), want %s", c.attempt, is, err, c.want)
		}
	}
}

// An export fails after its last attempt, and waits while the semaphore has no free place.
func TestExporter_LastAttemptFails(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := auth.Caller{Kind: auth.Operator, ID: dbtest.Bruno.ID, Name: "Bruno", Roles: []auth.Role{auth.Acolhimento}}
	task, err := RequestExport(t.Context(), conn.DB, by.At(dbtest.Today),
		exports.Request{List: "associados", Collection: "users", Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the list cannot be read")
	exporter := Exporter{DB: conn.DB, Now: func() time.Time { return dbtest.Today }, Semaphore: exports.NewSemaphore(),
		Prepare: func(context.Context, auth.Caller, exports.Request) (exports.File, error) {
			return exports.File{}, broken
		}}
	work := func(attempt int) error {
		return exporter.work(t.Context(), &river.Job[writeJob]{JobRow: &rivertype.JobRow{Attempt: attempt, MaxAttempts: exportAttempts},
			Args: writeJob{Task: task.ID}})
	}
	status := func() (is Task) {
		t.Helper()
		if err := conn.DB.First(&is, task.ID).Error; err != nil {
			t.Fatal(err)
		}
		return is
	}
	var release []func()
	for range cap(exporter.Semaphore) {
		back, err := exporter.Semaphore.Acquire()
		if err != nil {
			t.Fatal(err)
		}
		release = append(release, back)
	}
	if snoozed := (*river.JobSnoozeError)(nil); !errors.As(work(1), &snoozed) || status().Status != Waiting {
		t.Errorf("with the semaphore full it is %+v", status())
	}
	release[0]()
	if err := work(1); !errors.Is(err, broken) || status().Status != Running {
		t.Errorf("after the first attempt it is %+v (%v)", status(), err)
	}
	if err := work(exportAttempts); !errors.Is(err, broken) || status().Status != Failed || status().Failure == nil {
		t.Errorf("after the last attempt it is %+v (%v)", status(), err)
	}
	if len(exporter.Semaphore) != cap(exporter.Semaphore)-1 {
		t.Error("the semaphore was not released")
	}
}
