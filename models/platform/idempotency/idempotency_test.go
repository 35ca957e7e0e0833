package idempotency_test

import (
	"errors"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/idempotency"
	"acolhe/models/types/auth"
)

// The second of two concurrent requests waits for the first, and is executed if the first fails.
func TestDo_ConcurrentAfterFailure(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	asked := idempotency.Request{By: auth.Caller{Kind: auth.Operator, ID: 2, Now: dbtest.Today}, Route: "POST /x", Key: "k", Input: "x"}
	failed := errors.New("crashed")
	second := make(chan string, 1)
	_, _, err := idempotency.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) {
		go func() {
			answer, again, err := idempotency.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) { return "done", nil })
			if err != nil || again {
				t.Errorf("the second was answered %t (%v)", again, err)
			}
			second <- answer
		}()
		dbtest.AwaitLock(t, connection.Pool, 1)
		return "lost", failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("the first ended with %v", err)
	}
	if answer := <-second; answer != "done" {
		t.Errorf("the second answered %q", answer)
	}
	answer, again, err := idempotency.Do(t.Context(), connection.DB, asked, func(*db.DB) (string, error) { return "twice", nil })
	if answer != "done" || !again || err != nil {
		t.Errorf("the third was answered %q, %t (%v)", answer, again, err)
	}
}
