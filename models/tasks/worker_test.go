package tasks

import (
	"context"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"acolhe/models/dbtest"
)

// A task whose attempts all broke off says so; until the last one it is as it was.
func TestATaskFailsWithItsLastAttempt(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	bruno := dbtest.Bruno.ID
	task := Task{Kind: Enqueue, Status: Waiting, OwnerID: &bruno, OwnerName: "Bruno", Total: 1, DateCreated: dbtest.Today}
	if err := conn.DB.Create(&task).Error; err != nil {
		t.Fatal(err)
	}
	hand := &worker{hands: Hands{DB: conn.DB, Now: func() time.Time { return dbtest.Today }}}
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		attempt int
		want    Status
	}{{attempts - 1, Waiting}, {attempts, Failed}} {
		job := &river.Job[work]{JobRow: &rivertype.JobRow{Attempt: c.attempt, MaxAttempts: attempts}, Args: work{Task: task.ID}}
		if err := hand.Work(cut, job); err == nil {
			t.Fatal("it did not break off")
		}
		var is Task
		if err := conn.DB.First(&is, task.ID).Error; err != nil || is.Status != c.want || (is.Failure != nil) != (c.want == Failed) {
			t.Errorf("after attempt %d it is %+v (%v), want %s", c.attempt, is, err, c.want)
		}
	}
}
