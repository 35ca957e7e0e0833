package once_test

import (
	"errors"
	"testing"
	"time"

	"acolhe/models/db"
	"acolhe/models/dbtest"
	"acolhe/models/once"
	"acolhe/models/person"
)

// The second of two waits for the first; what the first could not do, the second does.
func TestWhatFailsIsDoneByWhoWaits(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	asked := once.Request{By: person.Person{Kind: person.Operator, ID: 2}, Route: "POST /x", Key: "k", Input: "x", Now: dbtest.Today}
	failed := errors.New("crashed")
	second := make(chan string, 1)
	_, _, err := once.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) {
		go func() {
			answer, again, err := once.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) { return "done", nil })
			if err != nil || again {
				t.Errorf("the second was answered %t (%v)", again, err)
			}
			second <- answer
		}()
		waitForLock(t, connection)
		return "lost", failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("the first ended with %v", err)
	}
	if answer := <-second; answer != "done" {
		t.Errorf("the second answered %q", answer)
	}
	answer, again, err := once.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) { return "twice", nil })
	if answer != "done" || !again || err != nil {
		t.Errorf("the third was answered %q, %t (%v)", answer, again, err)
	}
}

// waitForLock waits until somebody waits for a lock in this database.
func waitForLock(t *testing.T, connection *db.Connection) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		var waiting int
		err := connection.Pool.QueryRow(t.Context(), "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'").Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
		if waiting > 0 {
			return
		}
	}
	t.Fatal("nobody waits")
}
