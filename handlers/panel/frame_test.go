package panel_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// The day page is excluded, because its parts read further keys.
func TestFrame_ReadsSettingsOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var asked atomic.Int32
	err := app.DB.Callback().Query().After("gorm:query").Register("count", func(tx *db.DB) {
		if tx.Statement.Table == "system_configs" {
			asked.Add(1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/painel/associados", "/painel/associados/1", "/painel/associados/1/editar", "/painel/pedidos",
		"/painel/produtos", "/painel/tarefas",
		"/admin/operadores", "/admin/tokens", "/admin/correio", "/admin/seguranca"} {
		for name, client := range map[string]*handlertest.Client{"page": camila,
			"fragment": camila.With("HX-Request", "true").With("HX-Request-Type", "partial")} {
			asked.Store(0)
			client.GET(path).Want(200)
			if asked.Load() != 1 {
				t.Errorf("%s of %s asks %d times", name, path, asked.Load())
			}
		}
	}
}

// Times are in the association's time zone, on the page and in the part that filters replace.
func TestPages_TimeZone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if _, err := app.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('system', 'time_zone', '"Asia/Tokyo"')
		on conflict (system, key) do update set value = excluded.value`); err != nil {
		t.Fatal(err)
	}
	for name, client := range map[string]*handlertest.Client{"page": bruno,
		"fragment": bruno.With("HX-Request", "true").With("HX-Request-Type", "partial")} {
		// João's order of 20 November, 13:00 UTC.
		if body := client.GET("/painel/pedidos").Want(200).Body; !strings.Contains(body, "22:00") {
			t.Errorf("the %s of orders shows another time: %s", name, words(body))
		}
	}
}
