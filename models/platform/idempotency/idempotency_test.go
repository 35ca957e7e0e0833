package idempotency_test

import (
	"errors"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/idempotency"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
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

// unreadInput is an input of a form with a value that could not be read.
type unreadInput struct {
	errs.BindErrors
	Name string
}

// An input with values that could not be read claims no key and stores nothing, even if its verb overlooks them.
func TestDo_UnreadableInput(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := unreadInput{Name: "x"}
	input.AddBindError("date", "deve ser uma data")
	asked := idempotency.Request{By: auth.Caller{Kind: auth.Operator, ID: 2, Now: dbtest.Today}, Route: "POST /x", Key: "k", Input: input}
	_, _, err := idempotency.Do(t.Context(), connection.DB, asked, func(tx *db.DB) (string, error) {
		return "stored", tx.Exec("insert into tags (name) values ('Recusada')").Error
	})
	if errs.For(errs.FieldsOf(err), "date") == "" {
		t.Errorf("answered with %v", err)
	}
	var kept int
	if err := connection.Pool.QueryRow(t.Context(),
		"select (select count(*) from idempotency_keys) + (select count(*) from tags where name = 'Recusada')").Scan(&kept); err != nil ||
		kept != 0 {
		t.Errorf("%d rows were kept (%v)", kept, err)
	}
}
