package handlertest

import "testing"

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
