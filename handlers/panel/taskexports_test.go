package panel_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/handlers/panel"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
)

const (
	firstExport = "/painel/tarefas/1"
	exportOfAll = exporting + "?formato=csv&uf=AC&ordem=nome"
)

// crowded starts an app whose list of Acre is one row too long to be streamed.
func crowded(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	const some = 2_000 // as many as a busy machine inserts within the statement timeout
	for first := 1; first <= exports.MaxStreamedRows+1; first += some {
		app.Exec(t, `insert into users (id, user_code, associate_name, status, associate_status, state)
			select 2000 + n, gen_random_uuid(), 'Pessoa ' || lpad(n::text, 5, '0'), 'Associado', '5', 'AC' from generate_series($1::int, $2) n`,
			first, min(first+some-1, exports.MaxStreamedRows+1))
	}
	return app
}

func exporterOf(app *handlertest.App) tasks.Exporter {
	turns := exports.NewSemaphore()
	return tasks.Exporter{DB: app.DB, Now: time.Now, Semaphore: turns, Mail: app.Mail,
		Prepare: panel.Files(exports.Source{DB: app.DB, Semaphore: turns})}
}

func writeExport(t *testing.T, app *handlertest.App, id int64) {
	t.Helper()
	if err := exporterOf(app).WriteFile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

// seedExport stores a waiting export of Bruno's.
func seedExport(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "insert into tasks (kind, owner_id, owner_name) values ('export', $1, 'Bruno Acioli')", dbtest.Bruno.ID)
	app.Exec(t, `insert into exports (task_id, list, collection, query, format, words)
		select max(id), 'associados', 'users', 'ordem=nome&uf=SC', 'csv', '["UF: SC"]' from tasks`)
}

func saysOfTask(t *testing.T, client *handlertest.Client, path string, want ...string) string {
	t.Helper()
	page := client.GET(path).Want(200).Body
	for _, words := range want {
		if !strings.Contains(page, words) {
			t.Errorf("%s does not say %q", path, words)
		}
	}
	return page
}

// A long list becomes a file in the background, with the state of the list at the request.
func TestExport_LongListInBackground(t *testing.T) {
	t.Parallel()
	app := crowded(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form("/painel/colunas", url.Values{"list": {"associados"}, "columns": {"fase"}}).Want(303)
	if at := bruno.Form(exportOfAll, nil).Want(303).Location(); at != firstExport {
		t.Fatalf("it leads to %s", at)
	}
	bruno.Form("/painel/colunas", url.Values{"list": {"associados"}, "columns": {"cpf"}}).Want(303)
	saysOfTask(t, bruno, firstExport, "Exportar associados em CSV", "Preparando o arquivo", "Na fila", "UF: AC", "every 1s", "Cancelar",
		"/painel/associados?ordem=nome&amp;uf=AC")
	bruno.GET(firstExport + "/arquivo").Want(404)
	if at := bruno.Form(choosing, url.Values{"formato": {"xlsx"}, "todos": {"1"}, "filtros": {"uf=AC"}}).Want(303).
		Location(); at != "/painel/tarefas/2" {
		t.Errorf("all of the filter lead to %s", at)
	}
	bruno.Form(exporting+"?formato=csv&uf=AC&ordem=cpf", nil).Want(400)
	bruno.Form(exporting+"?formato=pdf&uf=AC", nil).Want(400)
	for _, few := range []string{exporting + "?formato=csv&uf=SC", "/painel/pedidos/exportar?formato=csv"} {
		bruno.Form(few, nil).Want(200)
	}
	writeExport(t, app, 1)
	saysOfTask(t, bruno, firstExport, "Arquivo pronto", "20.001\u00a0linhas", "Baixar o arquivo")
	file := bruno.With("Accept-Encoding", "gzip").GET(firstExport + "/arquivo").Want(200)
	if file.Header.Get("Content-Length") != strconv.Itoa(len(file.Body)) || file.Header.Get("Content-Encoding") != "" ||
		!strings.HasPrefix(file.Header.Get("Content-Disposition"), "attachment; filename=associados-20") {
		t.Errorf("the file comes with %v", file.Header)
	}
	rows := file.CSV()
	if len(rows) != exports.MaxStreamedRows+2 || strings.Join(rows[0], ";") != "Nome;Fase" ||
		strings.Join(rows[20001], ";") != "Pessoa 20001;Concluído" {
		t.Errorf("the file has %d rows, from %q to %q", len(rows), rows[0], rows[len(rows)-1])
	}
	if kept := app.Count(t, "security_events",
		"kind = 'list.exported' and actor_code = $1 and details = '{\"rows\": 20001, \"asked\": [\"UF: AC\"]}' and ip is not null",
		dbtest.Bruno.UserCode); kept != 1 {
		t.Errorf("the taking is kept %d times", kept)
	}
	saysOfTask(t, app.As(t, dbtest.Camila), "/admin/seguranca?tipo=lists", "Lista de associados exportada",
		"Exportação da lista de associados solicitada")
	if letters := app.Letters(t); len(letters) != 1 || letters[0].To != dbtest.Bruno.Email || letters[0].Path != firstExport {
		t.Errorf("the letters are %+v", letters)
	}
}

// An export and its file belong to their owner; an administrator sees that it exists.
func TestExportPage_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedExport(t, app)
	writeExport(t, app, 1)
	bruno, camila, fernando, renata := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila), app.As(t, dbtest.Fernando), app.As(t, dbtest.Renata)
	for path, send := range map[string]func(*handlertest.Client, string) int{
		"/arquivo": func(c *handlertest.Client, path string) int { return c.GET(path).StatusCode },
		"/repetir": func(c *handlertest.Client, path string) int { return c.Form(path, nil).StatusCode },
		"/excluir": func(c *handlertest.Client, path string) int { return c.Form(path, nil).StatusCode },
	} {
		for name, c := range map[string]struct {
			client *handlertest.Client
			want   int
		}{
			"Camila": {camila, 404}, "Fernando": {fernando, 404}, "Renata": {renata, 403}, "a token": {app.WithToken(t, "*"), 403},
			"nobody": {app.Nobody(t), 303},
		} {
			if got := send(c.client, firstExport+path); got != c.want {
				t.Errorf("%s at %s: %d, want %d", name, path, got, c.want)
			}
		}
		for _, unknown := range []string{"99", "x", "0"} {
			if got := send(bruno, "/painel/tarefas/"+unknown+path); got != 404 {
				t.Errorf("%s%s: %d, want 404", unknown, path, got)
			}
		}
	}
	fernando.GET(firstExport).Want(404)
	if page := saysOfTask(t, camila, firstExport, "Arquivo pronto", "Só quem pediu pode baixar o arquivo"); strings.Contains(page,
		firstExport+"/arquivo") || strings.Contains(page, "/excluir") {
		t.Error("Camila is offered what is not hers")
	}
	if events := app.Count(t, "security_events", "kind = 'list.exported'"); events != 0 {
		t.Errorf("%d events record the download", events)
	}
	app.Exec(t, `update system_users set permissions = '["Profissional"]' where id = $1`, dbtest.Bruno.ID)
	bruno.GET(firstExport + "/arquivo").Want(403)
	app.Exec(t, "delete from sessions where operator_id = $1", dbtest.Bruno.ID)
	if at := bruno.GET(firstExport + "/arquivo").Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("a session that ended is sent to %s", at)
	}
}

// The page of a finished export shows its result and the next step.
func TestExportPage_Ends(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for range 4 {
		seedExport(t, app)
	}
	if at := bruno.Form("/painel/tarefas/1/cancelar", nil).Want(303).Location(); at != firstExport {
		t.Errorf("it leads to %s", at)
	}
	saysOfTask(t, bruno, firstExport, "Exportação cancelada", "Nenhum arquivo ficou guardado.", "Exportar de novo")
	refused := bruno.Form(firstExport+"/repetir", nil).Want(422).Body
	if !strings.Contains(refused, "Você já tem 3 exportações em andamento.") || !strings.Contains(refused, "/painel/tarefas/4") {
		t.Error("nothing says what is under way")
	}
	app.Exec(t, `update tasks set status = 'failed', failure = 'sem espaço', date_ended = now() where id = 2`)
	saysOfTask(t, bruno, "/painel/tarefas/2", "A exportação falhou", "Sem espaço.<", "Exportar de novo")
	if at := bruno.Form("/painel/tarefas/2/repetir", nil).Want(303).Location(); at != "/painel/tarefas/5" {
		t.Errorf("asked again it leads to %s", at)
	}
	writeExport(t, app, 3)
	bruno.GET("/painel/tarefas/3/arquivo").Want(200)
	app.Exec(t, "update exports set date_expires = now() - interval '1 second' where task_id = 3")
	saysOfTask(t, bruno, "/painel/tarefas/3", "O arquivo foi removido", "Exportar de novo")
	if page := bruno.GET("/painel/tarefas/3/arquivo").Want(404).
		Body; !strings.Contains(page, "as exportações ficam disponíveis por 24 horas") {
		t.Error("nothing says why the file is gone")
	}
	bruno.Form("/painel/tarefas/3/excluir", nil).Want(303)
	bruno.GET("/painel/tarefas/3").Want(404)
	if page := saysOfTask(t, bruno, "/painel/tarefas", "Exportar associados em CSV"); strings.Contains(page, "/painel/tarefas/3") {
		t.Error("it is still listed")
	}
}

// The end of an export is announced on every page until its owner opens it, also on a page loaded before.
func TestNews_EndedExport(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	silent := func(path string) {
		t.Helper()
		if page := bruno.GET(path).Want(200).Body; strings.Contains(page, "tarefas/novidades") {
			t.Errorf("%s announces a result", path)
		}
	}
	silent("/painel")
	seedExport(t, app)
	saysOfTask(t, bruno, "/painel", "/painel/tarefas/novidades?contadas=0", "every 3s")
	scripted := bruno.With("HX-Request", "true")
	if part := scripted.GET("/painel/tarefas/novidades?contadas=0").Want(200).Body; strings.Contains(part, "pronta") ||
		!strings.Contains(part, "every 3s") {
		t.Errorf("while it goes on a page hears %s", part)
	}
	writeExport(t, app, 1)
	heard := scripted.GET("/painel/tarefas/novidades?contadas=0").Want(200).Body
	if !strings.Contains(heard, "Sua exportação está pronta.") || !strings.Contains(heard, "Exportação pronta") ||
		strings.Contains(heard, "every 3s") {
		t.Errorf("a page hears %s", heard)
	}
	if again := scripted.GET("/painel/tarefas/novidades?contadas=1").Want(200).Body; strings.Contains(again, "Sua exportação está pronta.") {
		t.Error("it is announced twice")
	}
	for _, path := range []string{"/painel", "/painel/associados", "/conta"} {
		saysOfTask(t, bruno, path, "Exportação pronta", `href="/painel/tarefas/1"`)
	}
	if page := app.As(t, dbtest.Camila).GET("/painel").Want(200).Body; strings.Contains(page, "tarefas/novidades") {
		t.Error("it is announced to Camila")
	}
	bruno.GET(firstExport).Want(200)
	silent("/painel")
	seedExport(t, app)
	writeExport(t, app, 2)
	bruno.GET("/painel/tarefas/2/arquivo").Want(200)
	silent("/painel")
	app.As(t, dbtest.Renata).GET("/painel/tarefas/novidades").Want(403)
}
