package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// listOfMany opens the list of 650 associates of Acre beside those of the cast.
func listOfMany(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(),
		`insert into users (id, user_code, associate_name, email_account, status, associate_status, state, tags)
		select 2000 + n, gen_random_uuid(), 'Pessoa ' || lpad(n::text, 3, '0'), 'p' || n || '@exemplo.org.br', 'Associado', '5', 'AC',
			case when n = 7 then (select jsonb_agg('t' || m) from generate_series(1, 50) m) else '[]' end
		from generate_series(1, 650) n`); err != nil {
		t.Fatal(err)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados?ordem=nome&por=25&uf=AC")
	return app, page
}

// From the selected page to all rows of the filter, the task in the background, and the refused rows.
func TestTask_TagsWholeFilter(t *testing.T) {
	t.Parallel()
	app, page := listOfMany(t)
	page.WaitGone("[data-every]")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "25 selecionados")
	page.Click("Selecionar os 650")
	page.WaitForText("[data-count]", "650 selecionados")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-bar")
	tagSelected(page, "Prioritário", "Etiquetar 650 com Prioritário")
	page.WaitForText(".toast", "A tarefa com 650 associados começou.")
	page.WaitForPath("/painel/associados?ordem=nome&por=25&uf=AC")
	page.Screenshot(t.Name() + "-toast")
	page.Click("Acompanhar")
	page.WaitForPath("/painel/tarefas/1")
	page.WaitForText("#andamento", "0 de 650")
	app.RunJobs(t)
	page.WaitForText("#andamento", "650 de 650")
	page.WaitForText("#andamento", "Tarefa feita")
	page.WaitForText("#andamento", "1 associado foi recusado")
	page.WaitGone("#andamento form")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-done")
	if tagged := app.Count(t, "users", `tags = '["Prioritário"]'`); tagged != 649 {
		t.Errorf("%d have the tag, want 649", tagged)
	}
}

// A checkbox left ticked must not select everybody: the second step is reset when the page is no longer fully
// selected.
func TestAssociatesList_SelectAllOfFilterReset(t *testing.T) {
	t.Parallel()
	_, page := listOfMany(t)
	page.Click("Selecionar todos desta página")
	page.Click("Selecionar os 650")
	page.WaitForText("[data-count]", "650 selecionados")
	page.Click("Selecionar Pessoa 003")
	page.WaitForText("[data-count]", "24 selecionados")
	page.WaitUntil("all of the filter is no longer meant", `() => !document.querySelector("[name=todos]").checked`)
	page.Click("[data-clear]")
	page.WaitGone("[data-bar]")
	page.Press("j", "Shift+J", "Shift+J")
	page.WaitForText("[data-count]", "3 selecionados")
	// After a file is downloaded the bar works again.
	page.Click("Exportar 3")
	page.Click("Em CSV")
	page.Click("Enviar 3 para a recepção")
	page.WaitForText(".toast", "3 associados na fila da recepção.")
}

// A task is cancelled on its page, also without scripts.
func TestTask_CancelledWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTasks(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.WithoutScripts()
	page.Visit("/painel/tarefas")
	page.Click("Enviar 1.284 associados para a recepção")
	page.WaitForPath("/painel/tarefas/1")
	page.Click("Atualizar")
	page.WaitForPath("/painel/tarefas/1")
	page.Click("Cancelar")
	page.WaitForText("#andamento", "Tarefa cancelada")
}

// The menu exports the list with the current filters, also those set after the page loaded.
func TestAssociatesList_ExportFollowsFilter(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Fill("q", "carla")
	page.WaitForPath("/painel/associados?q=carla")
	page.WaitUntil("the menu follows the filter",
		`() => document.querySelector("#exportar form")?.getAttribute("action") === "/painel/associados/exportar?formato=csv&q=carla"`)
	page.Click("Exportar")
	page.WaitFor("#exportar")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
}
