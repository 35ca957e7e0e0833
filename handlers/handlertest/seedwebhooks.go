package handlertest

import "testing"

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
