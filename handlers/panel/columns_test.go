package panel_test

import (
	"strings"
	"testing"
	"time"

	handlers "acolhe/handlers/list"
	"acolhe/handlers/panel/associates"
	"acolhe/handlers/panel/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	"acolhe/views/list"
)

// A page that reads only the needed columns shows the same as with whole rows.
func TestColumns_Needed(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := samples.Load(t.Context(), connection.Pool, samples.Plan{Associates: 60, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	sameColumns(t, connection.DB, associates.List())
	sameColumns(t, connection.DB, orders.List())
}

func sameColumns[Row, Input any](t *testing.T, tx *db.DB, definition handlers.List[Row, Input]) {
	t.Helper()
	now := time.Now()
	drawn := func(chosen, reads []string) string {
		query := list.Query[Input]{Reads: reads, Window: page.Window{Limit: new(-1)}}
		found, err := definition.Find(t.Context(), tx, dbtest.Bruno.Caller(), definition.Read(query))
		if err != nil || len(found.Items) < 60 {
			t.Fatalf("%s: %d rows (%v)", definition.Name, len(found.Items), err)
		}
		var html strings.Builder
		if err := list.Panel(layouts.Frame{}, definition.Page(list.State{Columns: chosen, Now: now}, found.Items)).
			Render(t.Context(), &html); err != nil {
			t.Fatal(err)
		}
		return html.String()
	}
	for _, column := range definition.ColumnNames() {
		chosen := []string{column}
		if drawn(chosen, definition.NeededColumns(chosen)) != drawn(chosen, nil) {
			t.Errorf("%s, column %s: the list reads %v, which is not all that it needs", definition.Name, column, definition.NeededColumns(chosen))
		}
	}
	if drawn(nil, definition.NeededColumns(nil)) != drawn(nil, nil) {
		t.Errorf("%s: the list reads %v, which is not all that it needs", definition.Name, definition.NeededColumns(nil))
	}
}
