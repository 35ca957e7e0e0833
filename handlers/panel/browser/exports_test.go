package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
)

// listTooLong starts an app whose list of Acre is one row too long to be streamed.
func listTooLong(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	const some = 2_000 // as many as a busy machine inserts within the statement timeout
	for first := 1; first <= exports.MaxStreamedRows+1; first += some {
		if _, err := app.Pool.Exec(t.Context(), `insert into users (id, user_code, associate_name, status, associate_status, state)
			select 2000 + n, gen_random_uuid(), 'Pessoa ' || lpad(n::text, 5, '0'), 'Associado', '5', 'AC' from generate_series($1::int, $2) n`,
			first, min(first+some-1, exports.MaxStreamedRows+1)); err != nil {
			t.Fatal(err)
		}
	}
	return app
}

// From the menu to the page of the task with its progress, the news on another page, and the file.
func TestExport_LongListInBackground(t *testing.T) {
	t.Parallel()
	app := listTooLong(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados?ordem=nome&por=25&uf=AC")
	page.Click("Exportar")
	page.Click("Em CSV")
	page.WaitForPath("/painel/tarefas/1")
	page.WaitForText("#andamento", "Na fila")
	page.CheckAccessibility()
	page.Visit("/painel/pedidos")
	page.WaitUntil("the page asks for news", `() => document.querySelector("#novidades[hx-get]") !== null`)
	app.RunJobs(t)
	page.WaitForText(".toast", "Sua exportação está pronta.")
	page.WaitForText("#novidades", "Exportação pronta")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-news")
	page.Click("Ver")
	page.WaitForPath("/painel/tarefas/1")
	page.WaitForText("#andamento", "20.001 linhas")
	file := page.Download("Baixar o arquivo")
	if rows := strings.Count(file, "\r\n"); rows != exports.MaxStreamedRows+2 || !strings.Contains(file, "Pessoa 20001;") {
		t.Errorf("the file has %d lines, want a head and %d", rows, exports.MaxStreamedRows+1)
	}
	page.Visit("/painel/pedidos")
	page.WaitGone("#novidades")
}

// Without scripts an export is requested, checked and removed.
func TestExport_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTasks(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.WithoutScripts()
	page.Visit("/painel/tarefas/6")
	page.Click("Atualizar")
	page.WaitForPath("/painel/tarefas/6")
	page.Click("Cancelar")
	page.WaitForText("#andamento", "Exportação cancelada")
	page.Click("Exportar de novo")
	page.WaitForPath("/painel/tarefas/17")
	page.Visit("/painel/tarefas/6")
	page.Click("Excluir")
	page.Click("Excluir exportação")
	page.WaitForPath("/painel/tarefas")
	page.WaitForText(".toast", "Exportação excluída.")
}
