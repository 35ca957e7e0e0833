package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const jobsPage = "/admin/tarefas"

// seedJobs writes a job that waits, one that failed for good, one that is tried again, and an ended one.
func seedJobs(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, `insert into river_job (id, kind, args, state, attempt, max_attempts, queue, scheduled_at, finalized_at, errors) values
		(1, 'clean_up', '{}', 'scheduled', 0, 25, 'default', now() + interval '1 day', null, null),
		(2, 'deliver_mail', '{"mail": 4711}', 'discarded', 8, 8, 'default', now(), now(), array['{"error": "550 maria.souza@exemplo.org.br unknown, CPF 52998224725", "attempt": 8}'::jsonb]),
		(3, 'write_export', '{"task": 9}', 'retryable', 1, 8, 'default', now() + interval '1 hour', null, array['{"error": "connection reset", "attempt": 1}'::jsonb]),
		(4, 'clean_blobs', '{}', 'completed', 1, 25, 'default', now(), now(), null)`)
}

// The list shows reasons without personal data; failed jobs are retried, and jobs that no record waits for are cancelled.
func TestJobsPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedJobs(t, app)
	camila := app.As(t, dbtest.Camila)
	body := camila.GET(jobsPage).Want(200).Body
	for _, want := range []string{"Envio de e-mail", "Vai tentar de novo", "connection reset", "8 de 8", "Conferência dos arquivos"} {
		if !strings.Contains(body, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	for _, hidden := range []string{"maria.souza", "52998224725", "4711"} {
		if strings.Contains(body, hidden) {
			t.Errorf("the list shows %q", hidden)
		}
	}
	if words := camila.GET(jobsPage + "?situacao=falharam").Want(200).Words(); !strings.Contains(words, "Exportação") ||
		strings.Contains(words, "Conferência dos arquivos") {
		t.Errorf("the failed ones: %s", words)
	}
	camila.Form(jobsPage+"/2/tentar", nil).Want(303)
	if app.Count(t, "river_job", "id = 2 and state = 'available' and max_attempts = 9") != 1 {
		t.Error("the failed job does not run again")
	}
	if notice := camila.Form(jobsPage+"/4/tentar", nil).Want(303).Notice(); !strings.Contains(notice.Text, "não falhou") {
		t.Errorf("a completed job: %q", notice.Text)
	}
	camila.Form(jobsPage+"/1/cancelar", nil).Want(303)
	camila.Form(jobsPage+"/3/cancelar", nil).Want(303)
	if app.Count(t, "river_job", "id = 1 and state = 'cancelled'") != 1 || app.Count(t, "river_job", "id = 3 and state = 'retryable'") != 1 {
		t.Error("the clean-up is not cancelled, or the job of an export is")
	}
	if notice := camila.Form(jobsPage+"/tentar", nil).Want(303).Notice(); !strings.Contains(notice.Text, "1 tarefa") &&
		!strings.Contains(notice.Text, "1\u00a0tarefa") {
		t.Errorf("all failed ones: %q", notice.Text)
	}
	camila.Form(jobsPage+"/99/tentar", nil).Want(404)
}

func TestJobsPage_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedJobs(t, app)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{"reception": {app.As(t, dbtest.Bruno), 403}, "associate": {app.AsAssociate(t, dbtest.Ana), 303}, "nobody": {app.Nobody(t), 303}} {
		t.Run(name, func(t *testing.T) {
			c.client.GET(jobsPage).Want(c.want)
			c.client.Form(jobsPage+"/2/tentar", nil).Want(c.want)
			c.client.Form(jobsPage+"/1/cancelar", nil).Want(c.want)
		})
	}
	if app.Count(t, "river_job", "id = 2 and state = 'discarded'") != 1 {
		t.Error("a stranger retried a job")
	}
}
