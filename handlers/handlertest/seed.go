package handlertest

import (
	"context"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// SeedTasks writes tasks of each kind and status: 1 is running, 2 done with failures, 3 cancelled and 4 failed;
// 5 to 11 are exports: waiting, running, done, a colleague's, failed, cancelled and expired; 12 to 15 are
// Priscila's: as many as one person may have, and a cancelled one.
func (a *App) SeedTasks(t testing.TB) {
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
		`insert into tasks (id, kind, status, owner_id, owner_name, total, changed, refused, reached, date_created, date_started) values
			(16, 'buy_labels', 'running', 1, 'Camila Torres', 2, 0, 1, 1, now() - interval '5 days', now() - interval '5 days')`,
		"select setval(pg_get_serial_sequence('tasks', 'id'), 16)",
		`insert into task_rows (task_id, row_id, refusal) values (2, 1, 'deve ter no máximo 50 etiquetas'), (2, 999, 'Associado não encontrado.'),
			(16, 1, 'Saldo insuficiente no Melhor Envio.'), (16, 2, null)`,
	} {
		if _, err := a.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// SeedMailbox writes a mail of each status: 1 is sent, 2 failed and can be sent again, 3 waits.
func (a *App) SeedMailbox(t testing.TB) {
	t.Helper()
	now := time.Now()
	send := func(letter mail.Message) {
		letter.Name, letter.By, letter.Expires = "Nova Pessoa", dbtest.Camila.FullName(), now.AddDate(0, 0, 7)
		if _, err := a.Mail.Send(t.Context(), a.DB, auth.Caller{Kind: auth.System}.At(now), letter); err != nil {
			t.Fatal(err)
		}
	}
	send(mail.Message{Kind: mail.Invite.Kind, To: "nova.pessoa@exemplo.org.br",
		Path: "/convite?token=dGhpcyBpcyBhIHRva2VuIG9mIGEgdGVzdCB3aXRoIHRoaXJ0eS10d28"})
	a.Deliver(t)
	send(mail.Message{Kind: mail.Reset.Kind, To: "tereza.quintana.de.albuquerque@associacao.exemplo.org.br", Path: "/nova-senha?token=b"})
	for range 8 {
		a.DeliverBy(t, busyServer{})
	}
	send(mail.Message{Kind: mail.PasswordChanged.Kind, To: dbtest.Bruno.Email})
}

// busyServer is a mail server that refuses every message temporarily.
type busyServer struct{}

func (busyServer) Send(context.Context, mail.Envelope) *mail.Failure {
	return &mail.Failure{Reason: "O servidor de e-mail pediu para tentar mais tarde (451 4.3.0)."}
}

// SeedSettings writes the rows of the declared configuration keys, as the start of the program does.
func (a *App) SeedSettings(t testing.TB) {
	t.Helper()
	if err := configuration.Seed(t.Context(), a.DB, areas.Keys(), time.Now()); err != nil {
		t.Fatal(err)
	}
}

// ErrorGroup is the error_hash of the group of SeedErrors.
const ErrorGroup = "7f3a91c27f3a91c2"

// errorRows are a group that came back with a sample, and measurements of pages.
const errorRows = `
	insert into system_error_groups (error_hash, message, source, place, path, last_release, resolved_release, events_count, resolved_at, reopened_at)
	values ('` + ErrorGroup + `', 'TypeError: Cannot read properties of null (reading ''focus'')', 'browser', 'choose x-busca.js', '/painel/pedidos/novo', '1.14.2', '1.14.1', 46,
		now() - interval '5 days', now() - interval '2 hours');
	insert into system_error_hours (error_hash, hour, events) values ('` + ErrorGroup + `', date_trunc('hour', now()), 43), ('` + ErrorGroup + `', date_trunc('hour', now() - interval '6 days'), 3);
	insert into system_error_releases (error_hash, release, events, first_seen) values ('` + ErrorGroup + `', '1.14.2', 43, now()), ('` + ErrorGroup + `', '1.14.0', 3, now() - interval '6 days');
	insert into system_errors (error_hash, message, stack, url, release, source, user_agent, extra, removed)
	select '` + ErrorGroup + `', 'TypeError: Cannot read properties of null (reading ''focus'')', E'TypeError: Cannot read properties of null\n    at choose (https://a.org/static/x-busca.js:118:22)',
		'/painel/pedidos/novo', '1.14.2', 'browser', 'Firefox no Windows', '{"parte": "busca"}', '{"cpf": 1, "email": 1}' from generate_series(1, 2);
	insert into web_vitals (metric_id, name, value, rating, path) select 'seed-' || n, 'LCP', n * 300, case when n * 300 <= 2500 then 'good' else 'needs-improvement' end, '/painel/pedidos'
		from generate_series(1, 10) n`

// SeedErrors writes a group of errors and measurements of pages.
func (a *App) SeedErrors(t testing.TB) {
	t.Helper()
	if _, err := a.Pool.Exec(t.Context(), errorRows); err != nil {
		t.Fatal(err)
	}
}

// webhookRows are an endpoint that fails and deliveries of each status: 1 is retried, 2 delivered, 3 dead, 4 queued.
const webhookRows = `
	insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, tables, actions, failing_since)
	values ('ERP do escritório', 'https://erp.exemplo.org.br/acolhe', 'x', 'k', '["orders", "reception"]', '["create", "update"]', now() - interval '1 hour');
	insert into webhook_events (id, table_name, action, record_id, data)
	select ('00000000-0000-4000-8000-00000000000' || n)::uuid, (array['orders', 'reception', 'tags', 'users'])[n], (array['update', 'create', 'delete', 'update'])[n],
		n::text, jsonb_build_object('id', n, 'status', 'Enviado') from generate_series(1, 4) n;
	insert into webhook_deliveries (event_id, endpoint_id, status, attempts, next_attempt_at, response_status, response_excerpt, error, duration_ms, history)
	select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 1, (array['failed', 'delivered', 'dead', 'queued'])[n], (array[4, 1, 9, 0])[n],
		case when n = 1 then now() + interval '4 minutes' end, (array[502, 200, null, null])[n], (array['<h1>502 Bad Gateway</h1>', 'ok', null, null])[n],
		(array['respondeu 502 Bad Gateway', null, 'sem resposta em 15 s', null])[n], (array[1204, 176, 15000, null])[n],
		case when n = 1 then jsonb_build_array(jsonb_build_object('at', now(), 'status', 502, 'ms', 1204, 'error', 'respondeu 502 Bad Gateway')) else '[]' end
	from generate_series(1, 4) n`

// SeedWebhooks writes an endpoint with deliveries of each status.
func (a *App) SeedWebhooks(t testing.TB) {
	t.Helper()
	if _, err := a.Pool.Exec(t.Context(), webhookRows); err != nil {
		t.Fatal(err)
	}
}
