package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const overviewPage = "/admin"

// Nothing wrong: the page says so, shows each part, and what has no data yet.
func TestOverview_AllWell(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	words := app.As(t, dbtest.Camila).GET(overviewPage).Want(200).Words()
	for _, want := range []string{"Tudo em ordem.", "Banco de dados", "PostgreSQL", "Sem dados ainda", "Tarefas", "Formulário de contato",
		"Google Agenda", "Loggi", "Melhor Envio", "Camila Torres entrou", "versão"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page lacks %q: %s", want, words)
		}
	}
	app.As(t, dbtest.Bruno).GET(overviewPage).Want(403)
	app.AsAssociate(t, dbtest.Ana).GET(overviewPage).Want(303)
	app.Nobody(t).GET(overviewPage).Want(303)
}

// What needs a person comes with the button that solves it.
func TestOverview_Problems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Mail.Configured = false })
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, `insert into river_job (kind, args, state, attempt, max_attempts, queue, finalized_at) values ('write_export', '{}', 'discarded', 8, 8, 'default', now())`)
	app.Exec(t, `insert into files (file_name, content_type, size, sha256, storage_key, date_missing) values ('laudo.pdf', 'application/pdf', 1, repeat('a', 64), 'x', now())`)
	answer := camila.GET(overviewPage).Want(200)
	for _, want := range []string{"3 itens precisam de você", "1 arquivo está sem conteúdo", "1 tarefa falhou", "O e-mail está desligado"} {
		if words := strings.ReplaceAll(answer.Words(), "\u00a0", " "); !strings.Contains(words, want) {
			t.Errorf("the page lacks %q: %s", want, words)
		}
	}
	if answer.HTML().Find("form[action='/admin/tarefas/tentar']").Length() != 1 {
		t.Error("no button retries the failed jobs")
	}
	camila.Form("/admin/tarefas/tentar", nil).Want(303)
	if words := camila.GET(overviewPage).Want(200).Words(); strings.Contains(words, "tarefa falhou") {
		t.Errorf("after the retry: %s", words)
	}
}

// The first page warns before data begin to leave by their age, until then or a pause, and of requests that are late.
func TestOverview_Privacy(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const leaving, late = "Dados começam a sair por prazo em", "1 pedido sobre dados passou do prazo"
	if words := camila.GET(overviewPage).Want(200).Words(); strings.Contains(words, leaving) || strings.Contains(words, "passou do prazo") {
		t.Errorf("without either: %s", words)
	}
	app.Exec(t, "update retention_state set date_on = now() - interval '12 days', on_by_name = 'Camila'")
	app.Exec(t, `insert into privacy_requests (user_id, kind, channel, received_on, due_on, date_created) values (3, 'erase', 'letter', current_date - 20, current_date - 5, now())`)
	words := strings.ReplaceAll(camila.GET(overviewPage).Want(200).Words(), "\u00a0", " ")
	if !strings.Contains(words, leaving) || !strings.Contains(words, late) {
		t.Errorf("the page says %s", words)
	}
	app.Exec(t, "update retention_state set date_on = now() - interval '31 days'")
	if words := camila.GET(overviewPage).Want(200).Words(); strings.Contains(words, leaving) {
		t.Error("it warns after data left")
	}
}
