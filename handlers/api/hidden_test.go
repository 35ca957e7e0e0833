package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/items"
	"acolhe/models/webhooks"
)

// hiddenMark is what the test stores in hidden columns.
const hiddenMark = "valor-escondido-7341"

// A column without a name in JSON is hidden everywhere: in lists, details, filters, orders, files, the schema, the search,
// timelines, and the events of webhooks. The test writes into every hidden column of text of every collection.
func TestHidden_Everywhere(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, tables, actions) select 'ERP', 'https://erp.exemplo.org.br', 'x', 'k',
		jsonb_agg(distinct tgrelid::regclass::text), '["create", "update", "delete"]' from pg_trigger where tgname = 'webhook_update'`)
	marked, columns := 0, 0
	for _, collection := range areas.Described() {
		list := "/api/v1/items/" + collection.Name()
		for _, column := range hiddenColumns(t, app, collection) {
			columns++
			marked += mark(t, app, collection.Name(), column)
			for _, query := range []string{"?filter[" + column + "][_nnull]=true", "?sort=" + column, "?fields=" + column} {
				camila.GET(list + query).Want(400)
			}
		}
		for _, path := range []string{list + "?limit=-1", list + "/1", list + "?limit=-1&export=csv", list + "?search=" + hiddenMark} {
			if answer := camila.GET(path); strings.Contains(answer.Body, hiddenMark) {
				t.Errorf("%s holds a hidden value", path)
			}
		}
	}
	if columns < 5 || marked < 3 {
		t.Fatalf("%d hidden columns, %d marked rows", columns, marked)
	}
	for _, path := range []string{"/api/v1/search?q=" + hiddenMark, "/api/v1/users/" + dbtest.Ana.UserCode + "/history",
		"/api/v1/users/1/history", "/api/v1/orders/1", "/painel/associados/1", "/painel/pedidos/1"} {
		if answer := camila.GET(path); answer.StatusCode >= 500 ||
			strings.Contains(strings.ReplaceAll(answer.Body, "q="+hiddenMark, ""), hiddenMark) {
			t.Errorf("%s: %d, or holds a hidden value", path, answer.StatusCode)
		}
	}
	sender := webhooks.Sender{DB: app.DB, Collections: areas.Described(), Now: time.Now}
	if err := sender.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	if app.Count(t, "webhook_events", "data::text like '%' || $1 || '%'", hiddenMark) > 0 || app.Count(t, "webhook_outbox", "true") > 0 {
		t.Error("an event holds a hidden value, or its row is left in the outbox")
	}
}

// hiddenColumns returns the columns of text of a collection that are no field of it. Computed ones hold nothing of their own.
func hiddenColumns(t *testing.T, app *handlertest.App, collection *items.Collection) []string {
	t.Helper()
	rows, err := app.Pool.Query(t.Context(),
		`select attname::text from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
		and attgenerated = '' and atttypid = 'text'::regtype order by attnum`, collection.Name())
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(stored, func(column string) bool {
		return slices.ContainsFunc(collection.Fields(), func(f *items.Field) bool { return f.Column == column })
	})
}

// mark writes the mark into a column of every row, and returns the number of rows; 0 if a constraint refuses it.
func mark(t *testing.T, app *handlertest.App, table, column string) int {
	t.Helper()
	changed, err := app.Pool.Exec(t.Context(), "update "+table+" set "+column+" = '"+hiddenMark+"-' || id")
	if err != nil {
		return 0
	}
	return int(changed.RowsAffected())
}
