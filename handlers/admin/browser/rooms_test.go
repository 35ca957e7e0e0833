package browser_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// maxTabs is the maximum number of elements of a page that take the focus.
const maxTabs = 60

// tabTo presses Tab until an element with this name, a count after it aside, has the focus, which must be visible there.
func tabTo(page *browsertest.Page, name string) {
	for range maxTabs {
		page.Press("Tab")
		if focused := page.FocusedName(); focused == name || strings.HasPrefix(focused, name+" ") {
			page.CheckFocusIsSeen()
			return
		}
	}
	page.WaitForFocus(name)
}

// seedJobs writes a job that waits and two that failed.
func seedJobs(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, `insert into river_job (id, kind, args, state, attempt, max_attempts, queue, scheduled_at, finalized_at, errors) values
		(1, 'clean_up', '{}', 'scheduled', 0, 25, 'default', now() + interval '1 day', null, null),
		(2, 'deliver_mail', '{}', 'discarded', 8, 8, 'default', now(), now(), array['{"error": "connection reset", "attempt": 8}'::jsonb]),
		(3, 'write_export', '{}', 'discarded', 8, 8, 'default', now(), now(), array['{"error": "connection reset", "attempt": 8}'::jsonb])`)
}

// By keyboard alone: the first page of the administration is checked again, its problems lead to the failed jobs, and all
// failed jobs are tried again.
func TestOverview_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedJobs(t, app)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel")
	page.Press("g", "m")
	page.WaitForPath("/admin")
	tabTo(page, "Conferir agora")
	page.Press("Enter")
	page.WaitForText("h1", "Administração")
	tabTo(page, "Ver tarefas")
	page.Press("Enter")
	page.WaitForPath("/admin/tarefas")
	page.Back()
	page.WaitForPath("/admin")
	tabTo(page, "Tentar de novo todas as tarefas que falharam")
	page.Press("Enter")
	page.WaitForText(".toast", "de novo")
	if left := app.Count(t, "river_job", "state = 'discarded'"); left != 0 {
		t.Errorf("%d failed jobs are left", left)
	}
	tabTo(page, "Ver tudo")
	page.Press("Enter")
	page.WaitForPath("/admin/seguranca")
}

// By keyboard alone: jobs are limited to a state, tried again and cancelled.
func TestJobs_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedJobs(t, app)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tarefas")
	tabTo(page, "Falharam")
	page.Press("Enter")
	page.WaitUntil("two failed jobs are listed", `() => document.querySelectorAll("tbody tr").length === 2`)
	tabTo(page, "Tentar de novo Envio de e-mail")
	page.Press("Enter")
	page.WaitForText(".toast", "de novo")
	tabTo(page, "Todas")
	page.Press("Enter")
	page.WaitForText("tbody", "Limpeza de dados vencidos")
	tabTo(page, "Cancelar Limpeza de dados vencidos")
	page.Press("Enter")
	page.WaitForText(".toast", "cancelada")
	if app.Count(t, "river_job", "id = 2 and state = 'available' or id = 1 and state = 'cancelled'") != 2 {
		t.Error("the jobs are not tried again and cancelled")
	}
}

// By keyboard alone: from the collections to one of them, along a relation, and back.
func TestStructure_ByKeyboard(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/estrutura")
	tabTo(page, "Pedidos")
	page.Press("Enter")
	page.WaitForText("h1", "Pedidos")
	tabTo(page, "Associados e pacientes")
	page.Press("Enter")
	page.WaitForText("h1", "Associados e pacientes")
	tabTo(page, "Todas as coleções")
	page.Press("Enter")
	page.WaitForPath("/admin/estrutura")
	tabTo(page, "Papéis")
	page.Press("Enter")
	page.WaitForText("h1", "Papéis")
}

// By keyboard alone: the removal of sample data is given up with Escape and with Cancel, and then made.
func TestSamples_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := samples.Load(t.Context(), app.Pool, samples.Plan{Associates: 5, Seed: 1, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/dados-de-exemplo")
	ask := func() {
		t.Helper()
		page.Press("Enter")
		page.WaitForText("dialog[open]", "Remover os dados de exemplo?")
		page.WaitForFocus("Cancelar")
	}
	tabTo(page, "Remover…")
	ask()
	page.CheckAccessibility()
	page.Press("Escape")
	page.WaitGone("dialog[open]")
	page.WaitForFocus("Remover…")
	ask()
	page.Press("Enter")
	page.WaitGone("dialog[open]")
	page.WaitForFocus("Remover…")
	ask()
	tabTo(page, "Remover")
	page.Press("Enter")
	page.WaitForText(".list", "Nenhum dado de exemplo")
	if app.Count(t, "users", "is_sample") != 0 {
		t.Error("the sample data is not removed")
	}
}
