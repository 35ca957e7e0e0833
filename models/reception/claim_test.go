package reception_test

import (
	"sync"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func TestClaim_MovesToTheFirstStatusAfterEntry(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for range 2 {
		item, err := reception.Claim(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.AnaWaits.ID)
		if err != nil || item.Attendant.String() != dbtest.Bruno.UserCode || item.Status != "in_progress" || item.CompletedAt != nil {
			t.Fatalf("claimed as %+v (%v)", item, err)
		}
	}
}

// A status chosen by a colleague stays.
func TestClaim_KeepsAnotherStatus(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update reception set status = 'elsewhere' where id = 1")
	if item, err := reception.Claim(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.AnaWaits.ID); err != nil || item.Status != "elsewhere" {
		t.Errorf("claimed as %+v (%v)", item, err)
	}
}

func TestClaim_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	callers := []auth.Caller{dbtest.Bruno.Caller(), dbtest.Camila.Caller()}
	refusals := make([]error, len(callers))
	var both sync.WaitGroup
	for i, by := range callers {
		both.Go(func() { _, refusals[i] = reception.Claim(t.Context(), connection.DB, by, dbtest.StrangerWaits.ID) })
	}
	both.Wait()
	winner, loser := dbtest.Bruno, refusals[1]
	if refusals[0] != nil {
		winner, loser = dbtest.Camila, refusals[0]
	}
	want := winner.Name + " começou a atender " + dbtest.StrangerWaits.Name + " agora."
	if !errs.HasCode(loser, reception.CodeAlreadyClaimed) || errs.As(loser).Message != want {
		t.Errorf("refused with %v, want %q", refusals, want)
	}
	if queue := readQueue(t, connection, dbtest.Bruno.Caller(), 5); *queue.Items[1].AttendantName != winner.Name {
		t.Errorf("%s attends", *queue.Items[1].AttendantName)
	}
}

func TestClaim_Refused(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		by   auth.Caller
		id   int64
		code string
	}{
		"completed":   {dbtest.Bruno.Caller(), dbtest.JoaoWasHere.ID, reception.CodeItemCompleted},
		"unknown":     {dbtest.Bruno.Caller(), 999, errs.CodeNotFound},
		"Financeiro":  {dbtest.Fernando.Caller(), dbtest.AnaWaits.ID, errs.CodeNotFound},
		"no operator": {auth.Caller{Kind: auth.System}, dbtest.AnaWaits.ID, errs.CodeForbidden},
	} {
		if _, err := reception.Claim(t.Context(), connection.DB, c.by, c.id); !errs.HasCode(err, c.code) {
			t.Errorf("%s: refused with %v, want %s", name, err, c.code)
		}
	}
}
