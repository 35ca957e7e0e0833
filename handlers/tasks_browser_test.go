package handlers_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/handlers/panel"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/jobs"
	"acolhe/models/tasks"
)

// plantTasks leaves a task of each kind and end: 1 runs, 2 is done with refusals, 3 was
// cancelled and 4 failed; 5 to 11 are exports, waiting, running, done, a colleague's, failed, cancelled and expired; 12 to 15 are Priscila's, as many as one may have and a cancelled one.
func plantTasks(t *testing.T, app *handlertest.App) {
	t.Helper()
	for _, statement := range []string{
		`insert into tasks (id, kind, tag, status, owner_id, owner_name, total, changed, passed_over, refused, failure, date_created, date_started, date_ended) values
			(1, 'enqueue', null, 'running', 1, 'Camila Torres', 1284, 130, 12, 0, null, now() - interval '1 minute', now() - interval '1 minute', null),
			(2, 'add_tag', 'Retorno', 'done', 1, 'Camila Torres', 1284, 1282, 0, 2, null, now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'),
			(3, 'remove_tag', 'Prioritário', 'cancelled', 2, 'Bruno Acioli', 650, 200, 0, 0, null, now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'),
			(4, 'add_tag', 'Retorno', 'failed', 2, 'Bruno Acioli', 98765, 45600, 0, 1, 'A conta de quem pediu não está mais ativa.', now() - interval '3 days', now() - interval '3 days', now() - interval '3 days')`,
		`insert into tasks (id, kind, status, owner_id, owner_name, total, changed, failure, date_created, date_started, date_ended) values
			(5, 'export', 'waiting', 1, 'Camila Torres', 0, 0, null, now(), null, null),
			(6, 'export', 'running', 1, 'Camila Torres', 100000, 34000, null, now() - interval '1 minute', now(), null),
			(7, 'export', 'done', 1, 'Camila Torres', 100000, 100000, null, now() - interval '2 hours', now(), now() - interval '2 hours'),
			(8, 'export', 'done', 2, 'Bruno Acioli', 283111, 283111, null, now() - interval '3 hours', now(), now() - interval '3 hours'),
			(9, 'export', 'failed', 2, 'Bruno Acioli', 1200345, 1048000, 'uma planilha tem no máximo 1.048.576 linhas: filtre, ou exporte como csv', now() - interval '4 hours', now(), now()),
			(10, 'export', 'cancelled', 2, 'Bruno Acioli', 100000, 12000, null, now() - interval '5 hours', now(), now()),
			(11, 'export', 'done', 2, 'Bruno Acioli', 48222, 48222, null, now() - interval '3 days', now(), now() - interval '3 days'),
			(12, 'export', 'waiting', 3, 'Priscila Duarte', 0, 0, null, now(), null, null),
			(13, 'export', 'waiting', 3, 'Priscila Duarte', 0, 0, null, now(), null, null),
			(14, 'export', 'running', 3, 'Priscila Duarte', 100000, 7000, null, now(), now(), null),
			(15, 'export', 'cancelled', 3, 'Priscila Duarte', 0, 0, null, now(), null, now())`,
		"update tasks set date_seen = date_ended where id in (2, 3, 4, 7, 10, 11, 15)",
		`insert into exports (task_id, list, collection, query, format, words, file_name, content_type, size, date_expires)
			select id, case when id in (8, 9) then 'pedidos' else 'associados' end, 'users', case when id = 9 then '' else 'uf=SC' end,
				case when id in (6, 9) then 'xlsx' else 'csv' end, case when id = 9 then '[]' else '["Busca", "UF: SC", "Situação: Associado"]'::jsonb end,
				case when status = 'done' then 'associados-2026-11-20.csv' end, case when status = 'done' then 'text/csv' end,
				case when status = 'done' then 14888213 end, case when status = 'done' then date_ended + interval '1 day' end
			from tasks where kind = 'export'`,
		"select setval(pg_get_serial_sequence('tasks', 'id'), 15)",
		"insert into task_rows (task_id, associate_id, refusal) values (2, 1, 'deve ter no máximo 50 etiquetas'), (2, 999, 'Associado não encontrado.')",
	} {
		if _, err := app.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// runJobs works the jobs of the app as `acolhe serve` does, until the test ends.
func runJobs(t *testing.T, app *handlertest.App) {
	t.Helper()
	turns := exports.NewSemaphore()
	runner, err := jobs.New(app.Pool, slog.New(slog.DiscardHandler), tasks.Worker{DB: app.DB, Now: time.Now}.Work(),
		tasks.Exporter{DB: app.DB, Now: time.Now, Turns: turns, Mail: app.Mail, Prepare: panel.Panel{DB: app.DB, Exports: turns}.PrepareExport}.Work())
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := runner.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// listOfMany is the list of 650 associates of Acre beside those of the cast.
func listOfMany(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), `insert into users (id, user_code, associate_name, email_account, status, associate_status, state, tags)
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

// The whole way: the page, all of the filter, the task in the background, and who was refused.
func TestTaggingMoreThanOneWaitsFor(t *testing.T) {
	t.Parallel()
	app, page := listOfMany(t)
	page.WaitGone("[data-every]")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "25 selecionados")
	page.Click("Selecionar todos os 650 do filtro")
	page.WaitForText("[data-count]", "650 selecionados")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-bar")
	page.Click("Etiquetar")
	page.WaitForText(".toast", "A tarefa com 650 associados começou.")
	page.WaitForPath("/painel/associados?ordem=nome&por=25&uf=AC")
	page.Screenshot(t.Name() + "-toast")
	page.Click("Acompanhar")
	page.WaitForPath("/painel/tarefas/1")
	page.WaitForText("#andamento", "0 de 650")
	runJobs(t, app)
	page.WaitForText("#andamento", "650 de 650")
	page.WaitForText("#andamento", "Tarefa feita")
	page.WaitForText("#andamento", "1 associado foi recusado")
	page.WaitGone("#andamento form")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-done")
	if worn := app.Count(t, "users", `tags = '["Prioritário"]'`); worn != 649 {
		t.Errorf("%d wear the tag, want 649", worn)
	}
}

// A box that was left behind acts on nobody: the second step goes when the page is no longer whole.
func TestTheSecondStepGoesWithTheSelection(t *testing.T) {
	t.Parallel()
	_, page := listOfMany(t)
	page.Click("Selecionar todos desta página")
	page.Click("Selecionar todos os 650 do filtro")
	page.WaitForText("[data-count]", "650 selecionados")
	page.Click("Selecionar Pessoa 003")
	page.WaitForText("[data-count]", "24 selecionados")
	page.WaitGone("[data-every]")
	page.WaitUntil("all of the filter is no longer meant", `() => !document.querySelector("[name=todos]").checked`)
	page.Click("Limpar seleção")
	page.WaitGone("[data-bar]")
	page.Press("j", "Shift+J", "Shift+J")
	page.WaitForText("[data-count]", "3 selecionados")
	// A file that comes leaves the bar ready for more.
	page.Click("Exportar selecionados: CSV")
	page.Click("Enviar para a recepção")
	page.WaitForText(".toast", "3 associados na fila da recepção.")
}

// A task is cancelled on its page, also where no script runs.
func TestCancellingATaskWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	plantTasks(t, app)
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

// The menu exports the list with the filters of now, also those that were set after the page came.
func TestExportingTheListAsItIsFiltered(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Fill("q", "carla")
	page.WaitForPath("/painel/associados?q=carla")
	page.WaitUntil("the menu follows the filter", `() => document.querySelector("#exportar form")?.getAttribute("action") === "/painel/associados/exportar?formato=csv&q=carla"`)
	page.Click("Exportar")
	page.WaitFor("#exportar")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
}
