package panel_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
)

// begun starts Bruno's task of tagging 650 associates of Acre, like the bar of the list.
func begun(t *testing.T, app *handlertest.App, bruno *handlertest.Client) {
	t.Helper()
	app.Exec(t, `insert into users (id, user_code, associate_name, status, associate_status, state)
		select 2000 + n, gen_random_uuid(), 'Pessoa ' || n, 'Associado', '5', 'AC' from generate_series(1, 650) n`)
	all := url.Values{"todos": {"1"}, "filtros": {"uf=AC"}, "tag": {"Prioritário"}}
	if said := bruno.Form("/painel/associados/etiquetar", all).Want(303).Notice().Text; said != "A tarefa com 650\u00a0associados começou." {
		t.Fatalf("it says %q", said)
	}
}

func workOn(t *testing.T, app *handlertest.App) bool {
	t.Helper()
	more, err := tasks.Worker{DB: app.DB, Now: time.Now}.WorkChunk(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return more
}

func TestTaskPage_Progress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	begun(t, app, bruno)
	says := func(path string, want ...string) {
		t.Helper()
		page := bruno.GET(path).Want(200).Body
		for _, words := range want {
			if !strings.Contains(page, words) {
				t.Errorf("%s does not say %q", path, words)
			}
		}
	}
	says("/painel/tarefas/1", "Etiquetar 650\u00a0associados com “Prioritário”", "0 de 650", "Na fila", "every 1s", "Cancelar")
	workOn(t, app)
	says("/painel/tarefas/1", "200 de 650", "Em andamento", "every 1s")
	says("/painel/tarefas", "200 de 650", "Etiquetar 650\u00a0associados")
	if part := bruno.With("HX-Request", "true").GET("/painel/tarefas/1").Want(200).Body; strings.Contains(part, "<main") ||
		!strings.Contains(part, "200 de 650") {
		t.Error("the page is not asked for in part")
	}
	app.Exec(t, "delete from users where id = 2400")
	for workOn(t, app) {
	}
	says("/painel/tarefas/1", "650 de 650", "Tarefa feita", "1\u00a0associado foi recusado", "/painel/tarefas/1/erros")
	if page := bruno.GET("/painel/tarefas/1").Body; strings.Contains(page, "every 1s") || strings.Contains(page, "/cancelar") {
		t.Error("a task that is over is still watched, or can be cancelled")
	}
	if rows := bruno.GET("/painel/tarefas/1/erros").CSV(); len(rows) != 2 ||
		!slices.Equal(rows[1], []string{"2400", "", "Associado não encontrado."}) {
		t.Errorf("the file says %q", rows)
	}
}

// A paused task goes on where it stopped; who may not see it may not pause it.
func TestTaskPage_Pause(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	begun(t, app, bruno)
	workOn(t, app)
	for _, path := range []string{"/pausar", "/continuar"} {
		for who, want := range map[dbtest.Operator]int{dbtest.Fernando: 404, dbtest.Renata: 403} {
			app.As(t, who).Form("/painel/tarefas/1"+path, nil).Want(want)
		}
		app.WithToken(t, "*").Form("/painel/tarefas/1"+path, nil).Want(403)
		if at := app.Nobody(t).Form("/painel/tarefas/1"+path, nil).Want(303).Location(); at == "/painel/tarefas/1" {
			t.Errorf("a stranger does %s", path)
		}
	}
	bruno.Form("/painel/tarefas/1/pausar", nil).Want(303)
	if workOn(t, app) || app.Count(t, "users", "tags <> '[]'") != 200 {
		t.Error("it goes on")
	}
	page := bruno.GET("/painel/tarefas/1").Want(200).Body
	if !strings.Contains(page, "Tarefa pausada") || !strings.Contains(page, "/continuar") || strings.Contains(page, "/pausar") {
		t.Error("the page does not say that it is paused")
	}
	bruno.Form("/painel/tarefas/1/continuar", nil).Want(303)
	for workOn(t, app) {
	}
	if app.Count(t, "users", "tags <> '[]'") != 650 || app.Count(t, "tasks", "status = 'done' and changed = 650") != 1 {
		t.Error("it does not end")
	}
}

func TestTaskPage_Cancel(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	begun(t, app, bruno)
	workOn(t, app)
	for range 2 {
		if at := bruno.Form("/painel/tarefas/1/cancelar", nil).Want(303).Location(); at != "/painel/tarefas/1" {
			t.Errorf("it leads to %s", at)
		}
	}
	if workOn(t, app) || app.Count(t, "users", "tags <> '[]'") != 200 {
		t.Error("it goes on")
	}
	if page := bruno.GET("/painel/tarefas/1").Want(200).Body; !strings.Contains(page, "450\u00a0associados ficaram como antes.") {
		t.Error("the page does not say what was left")
	}
}

// A task belongs to its owner; administrators see all of them.
func TestTaskPage_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	begun(t, app, app.As(t, dbtest.Bruno))
	for path, method := range map[string]string{"": "GET", "/erros": "GET", "/cancelar": "POST"} {
		ask := func(client *handlertest.Client, path string) int {
			if method == "POST" {
				return client.Form(path, nil).StatusCode
			}
			return client.GET(path).StatusCode
		}
		for who, want := range map[dbtest.Operator]int{dbtest.Fernando: 404, dbtest.Priscila: 404, dbtest.Renata: 403} {
			if status := ask(app.As(t, who), "/painel/tarefas/1"+path); status != want {
				t.Errorf("%s %s: %d, want %d", who.Name, path, status, want)
			}
		}
		camila := app.As(t, dbtest.Camila)
		for _, unknown := range []string{"99", "x", "0"} {
			if status := ask(camila, "/painel/tarefas/"+unknown+path); status != 404 {
				t.Errorf("%s%s: %d, want 404", unknown, path, status)
			}
		}
		if status := ask(camila, "/painel/tarefas/1"+path); status != 200 && status != 303 {
			t.Errorf("Camila %s: %d", path, status)
		}
		app.WithToken(t, "*").GET("/painel/tarefas/1").Want(403)
		app.Nobody(t).GET("/painel/tarefas/1").Want(303)
	}
	if page := app.As(t, dbtest.Fernando).GET("/painel/tarefas").Want(200).Body; !strings.Contains(page, "Nenhuma tarefa ainda") {
		t.Error("Fernando sees a task of Bruno's")
	}
}
