package search_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/search"
	"acolhe/models/types/errs"
)

func order(history search.History) string {
	var all []string
	for _, row := range history.Order {
		all = append(all, fmt.Sprint(row.Collection[:1], row.ID))
	}
	return strings.Join(all, " ")
}

func TestRecent_LatestFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno, fernando := dbtest.Bruno.Caller(), dbtest.Fernando.Caller()
	open := func(row search.Opened) {
		t.Helper()
		if err := search.Remember(t.Context(), connection.DB, bruno.At(dbtest.Today), row); err != nil {
			t.Fatal(err)
		}
	}
	_, err := connection.Pool.Exec(t.Context(),
		`insert into users (id, associate_name, status) select 20 + n, 'Alguém', 'Associado' from generate_series(1, 9) n`)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []search.Opened{{Collection: "users", ID: 1}, {Collection: "orders", ID: 2}, {Collection: "users", ID: 1},
		{Collection: "reception", ID: 1}} {
		open(row)
	}
	recent, err := search.Recent(t.Context(), connection.DB, bruno)
	if err != nil || order(recent) != "r1 u1 o2" || marks(recent.Results) != "o2 r1 u1" {
		t.Errorf("Bruno opened %s and reads %s (%v)", order(recent), marks(recent.Results), err)
	}
	for id := int64(21); id <= 29; id++ {
		open(search.Opened{Collection: "users", ID: id})
	}
	recent, err = search.Recent(t.Context(), connection.DB, bruno)
	if err != nil || order(recent) != "u29 u28 u27 u26 u25 u24 u23 u22" {
		t.Errorf("Bruno opened %s (%v)", order(recent), err)
	}
	if others, err := search.Recent(t.Context(), connection.DB, fernando); err != nil || len(others.Order) != 0 {
		t.Errorf("Fernando sees %v (%v)", others, err)
	}
}

// A row that the caller may not read is not stored, one that they may no longer read is not
// returned, and no name is stored.
func TestRecent_Permissions(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	fernando := dbtest.Fernando.Caller()
	for _, row := range []search.Opened{{Collection: "reception", ID: 1}, {Collection: "orders", ID: 999}, {Collection: "system_users", ID: 1},
		{Collection: "users", ID: dbtest.Miguel.ID}, {}} {
		if err := search.Remember(t.Context(), connection.DB, fernando.At(dbtest.Today), row); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%v: %v", row, err)
		}
	}
	for _, collection := range []string{"professionals", "users"} {
		if err := search.Remember(t.Context(), connection.DB, fernando.At(dbtest.Today),
			search.Opened{Collection: collection, ID: 1}); err != nil {
			t.Fatal(err)
		}
	}
	// Fernando becomes Produção, which reads no professionals.
	moved := dbtest.Priscila.Caller()
	moved.ID = dbtest.Fernando.ID
	recent, err := search.Recent(t.Context(), connection.DB, moved)
	if err != nil || marks(recent.Results) != "u1" {
		t.Errorf("found %s (%v)", marks(recent.Results), err)
	}
	var kept string
	if err := connection.Pool.QueryRow(t.Context(), "select value::text from operator_preferences").Scan(&kept); err != nil ||
		strings.Contains(kept, "Ana") {
		t.Errorf("kept is %s (%v)", kept, err)
	}
}

func TestRemember_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	var opening sync.WaitGroup
	for _, row := range []search.Opened{{Collection: "users", ID: 1}, {Collection: "users", ID: 3}, {Collection: "users", ID: 5},
		{Collection: "orders", ID: 1}, {Collection: "orders", ID: 2}, {Collection: "services", ID: 1}} {
		opening.Go(func() {
			if err := search.Remember(t.Context(), connection.DB, dbtest.Bruno.Caller(), row); err != nil {
				t.Error(err)
			}
		})
	}
	opening.Wait()
	if recent, err := search.Recent(t.Context(), connection.DB, dbtest.Bruno.Caller()); err != nil || len(recent.Order) != 6 {
		t.Errorf("of six are left %s (%v)", order(recent), err)
	}
}
