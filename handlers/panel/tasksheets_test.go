package panel_test

import (
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const printing = "/painel/pedidos/imprimir"

// ordersToPrint returns an app with this many orders of João's, which await their payment by Pix.
func ordersToPrint(t *testing.T, count int) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@exemplo.org.br"'), ('store', 'pix_name', '"Flor"'), ('store', 'pix_city', '"Ilheus"')
		on conflict (system, key) do update set value = excluded.value`)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status, address)
		select 1000 + n, user_id, user_code, name_associate, items, total, status, '{"state": "AC"}' from orders, generate_series(1, $1::int) n where id = 2`, count)
	return app
}

// More sheets than an answer can hold are written by a task, and downloaded by who asked for them.
func TestSheets_PrintedInBackground(t *testing.T) {
	t.Parallel()
	app := ordersToPrint(t, 51)
	bruno := app.As(t, dbtest.Bruno)
	if at := bruno.Form(printing, url.Values{"todos": {"1"}, "filtros": {"uf=AC"}, "ordem": {"-total"}}).Want(303).
		Location(); at != firstExport {
		t.Fatalf("it leads to %s", at)
	}
	saysOfTask(t, bruno, firstExport, "Imprimir folhas de pedidos", "Preparando o arquivo", "UF: AC", "Cancelar")
	writeExport(t, app, 1)
	saysOfTask(t, bruno, firstExport, "Arquivo pronto", "51\u00a0pedidos.", "pedidos-", ".pdf", "Baixar o arquivo")
	file := bruno.GET(firstExport + "/arquivo").Want(200)
	if sheets := strings.Count(file.Body, "/Type /Page\n"); sheets != 51 || file.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("%d sheets leave as %s", sheets, file.Header.Get("Content-Type"))
	}
	if app.Count(t, "security_events", "kind = 'list.exported' and subject = 'pedidos'") != 1 {
		t.Error("the download is not recorded")
	}
	app.As(t, dbtest.Camila).GET(firstExport + "/arquivo").Want(404)
	app.As(t, dbtest.Renata).Form(printing, url.Values{"ids": {"1"}}).Want(403)
	// An operator without permission to read orders gets no file.
	bruno.Form(firstExport+"/repetir", nil).Want(303)
	app.Exec(t, `update system_users set permissions = '["Profissional"]' where id = $1`, dbtest.Bruno.ID)
	writeExport(t, app, 2)
	if app.Count(t, "tasks", "id = 2 and status = 'failed'") != 1 {
		t.Error("the sheets were printed without permission")
	}
}

// The largest file takes a bounded amount of memory.
func TestSheets_BoundedMemory(t *testing.T) {
	sheets := 2_000
	if testing.Short() {
		sheets = 100
	}
	app := ordersToPrint(t, sheets)
	app.As(t, dbtest.Bruno).Form(printing, url.Values{"todos": {"1"}, "filtros": {"uf=AC"}}).Want(303)
	// Collected often, so that the heap is little more than what is in use.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	writeExport(t, app, 1)
	runtime.ReadMemStats(&after)
	grown := (int64(after.HeapSys) - int64(before.HeapSys)) >> 20
	var size int64
	if err := app.Pool.QueryRow(t.Context(), "select size from exports").Scan(&size); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d sheets are %d KB, the heap grew by %d MB", sheets, size>>10, grown)
	if bound := int64(40 + sheets/20); grown > bound {
		t.Errorf("the heap grew by %d MB", grown)
	}
}
