package reception_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
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
	if item, err := reception.Claim(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.AnaWaits.ID); err != nil ||
		item.Status != "elsewhere" {
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
	want := winner.Name + " assumiu " + dbtest.StrangerWaits.Name + " 1\u00a0segundo antes de você."
	if !errs.HasCode(loser, reception.CodeAlreadyClaimed) || errs.As(loser).Message != want {
		t.Errorf("refused with %v, want %q", refusals, want)
	}
	claimed, err := queue.Find(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.StrangerWaits.ID)
	if err != nil || *claimed.AttendantName != winner.Name {
		t.Errorf("%+v attends (%v)", claimed.AttendantName, err)
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

// Of 500 concurrent claims of 100 items, one for each item succeeds, and the history says so once.
func TestClaim_FiveHundredAtOnce(t *testing.T) {
	t.Parallel()
	const items, tries = 100, 5
	connection := dbtest.New(t)
	execute(t, connection, "insert into reception (id, name, status) select 1000 + n, 'Contato ' || n, 'waiting' from generate_series(1, 100) n")
	colleagues := []dbtest.Operator{dbtest.Bruno, dbtest.Camila}
	claimedBy := make([][]string, items)
	var lock sync.Mutex
	var all sync.WaitGroup
	for try := range items * tries {
		item, by := try%items, colleagues[try/items%len(colleagues)]
		all.Go(func() {
			claimed, err := reception.Claim(t.Context(), connection.DB, by.Caller(), int64(1001+item))
			if err != nil && !errs.HasCode(err, reception.CodeAlreadyClaimed) {
				t.Error(err)
			}
			if err == nil {
				lock.Lock()
				defer lock.Unlock()
				claimedBy[item] = append(claimedBy[item], claimed.Attendant.String())
			}
		})
	}
	all.Wait()
	for item, codes := range claimedBy {
		slices.Sort(codes)
		if people := slices.Compact(codes); len(people) != 1 {
			t.Errorf("item %d was claimed by %v", item, people)
		}
	}
	var claims, claimed int
	err := connection.Pool.QueryRow(t.Context(),
		"select count(*), count(distinct item_id) from reception_changes where action = 'assign' and item_id > 1000").Scan(&claims, &claimed)
	if err != nil || claims != items || claimed != items {
		t.Errorf("the history has %d claims of %d items (%v)", claims, claimed, err)
	}
}

// The refusal says for how long the colleague has attended to the item, if the history holds it.
func TestClaim_LostSince(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := reception.Claim(t.Context(), connection.DB, dbtest.Camila.Caller(), dbtest.AnaWaits.ID); err != nil {
		t.Fatal(err)
	}
	lost := func(after time.Duration) string {
		_, err := reception.Claim(t.Context(), connection.DB, dbtest.Bruno.Caller().At(dbtest.Today.Add(after)), dbtest.AnaWaits.ID)
		return strings.ReplaceAll(errs.As(err).Message, "\u00a0", " ")
	}
	for after, want := range map[time.Duration]string{
		-time.Second:    "assumiu Ana Beatriz de Souza 1 segundo antes de você.",
		2 * time.Second: "assumiu Ana Beatriz de Souza 2 segundos antes de você.",
		5 * time.Minute: "assumiu Ana Beatriz de Souza há 5 min.", 49 * time.Hour: "assumiu Ana Beatriz de Souza há 2 dias.",
	} {
		if said := lost(after); said != "Camila "+want {
			t.Errorf("after %v: %q", after, said)
		}
	}
	execute(t, connection, "delete from reception_changes")
	if said := lost(0); said != "Camila já está atendendo Ana Beatriz de Souza." {
		t.Errorf("without history: %q", said)
	}
}
