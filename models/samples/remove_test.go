package samples_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
	"acolhe/models/types/errs"
)

// withRealRows returns a database with the fixtures and a real row of each table that may refer to
// sample rows.
func withRealRows(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := dbtest.New(t).Pool
	execute(t, pool, `insert into files (file_name, content_type, size, sha256, storage_key)
		values ('laudo.pdf', 'application/pdf', 1, repeat('a', 64), 'real')`)
	execute(t, pool, "insert into users_files (file_id, user_id) values (1, 1)")
	execute(t, pool, "insert into orders_files (file_id, order_id) values (1, 1)")
	execute(t, pool, "insert into services_files (file_id, service_id) values (1, 1)")
	execute(t, pool, contract("'0a000000-0000-4000-8000-000000000001'", "false"))
	execute(t, pool, `insert into sign_template_versions (template_id, version_number, content_json, content_sha256, pdf_file_id, pdf_sha256)
		select id, 1, '{"type": "doc"}', repeat('a', 64), 1, repeat('a', 64) from sign_templates where kind = 'self'`)
	execute(t, pool, "insert into tasks (kind, owner_name) values ('enqueue', 'Camila Torres')")
	execute(t, pool, "insert into imports (kind, owner_name, file_name, file_size, date_created) values ('associates', 'Camila Torres', 'a.csv', 1, now())")
	execute(t, pool, "insert into operator_preferences (operator_id, key, value) values (1, 'columns', '[]')")
	execute(t, pool, "insert into donation_movements (professional_id, amount, balance_after, reason, actor_kind) values (1, 10, 10, 'Doação', 'system')")
	execute(t, pool, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items, file_id)
		values (1, 'Dra. Lídia', 'CRM', '1', 'RS', '2026-11-01', '2027-05-01', '[]', 1)`)
	execute(t, pool, "insert into lots (product_id, number, expires_on, certificate_file_id) values (1, 'LT-A', '2027-01-31', 1)")
	return pool
}

func contract(userCode, isSample string) string {
	return fmt.Sprintf(`insert into contracts (kind, user_code, content_json, content_sha256, signing_token, signing_token_encrypted, encryption_key_id,
		signing_expires, status, voided_at, is_sample) values ('self', %s, '{"type": "doc"}', repeat('a', 64), sha256(random()::text::bytea), 'x', 'k',
		now(), 'voided', now(), %s)`, userCode, isSample)
}

// fill loads sample data and adds further rows, and the details that people add to sample rows.
func fill(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	if _, err := samples.Load(t.Context(), pool, plan(15, 3)); err != nil {
		t.Fatal(err)
	}
	const someID, someCode = "(select min(id) from users where is_sample)", "(select user_code from users where is_sample order by id limit 1)"
	execute(t, pool, `insert into files (file_name, content_type, size, sha256, storage_key, is_sample)
		values ('exemplo.pdf', 'application/pdf', 1, repeat('b', 64), 'sample', true)`)
	execute(t, pool, contract(someCode, "true"))
	execute(t, pool, "update users set adhesion_term = (select id from contracts where is_sample) where id = "+someID)
	execute(t, pool, "update contracts set filled_pdf_file_id = (select id from files where is_sample) where is_sample")
	for table, column := range map[string]string{"users": "user_id", "orders": "order_id", "services": "service_id"} {
		execute(t, pool, fmt.Sprintf("insert into %[1]s_files (file_id, %[2]s, is_sample) select min(f.id), min(t.id), true from files f, %[1]s t where f.is_sample and t.is_sample", table, column))
	}
	// Sample rows that refer to real ones are removed without them.
	execute(t, pool, `insert into orders (user_id, user_code, name_associate, items, total, is_sample)
		select id, user_code, associate_name, '[{"code": "X", "amount": 1, "quantity": 1}]', 1, true from users where id = 1`)
	execute(t, pool, "insert into users (status, responsible_code, name, is_sample) select 'patient', user_code, 'Exemplo', true from users where id = 1")
	// Details without is_sample: a changed order, a donation, a signature.
	execute(t, pool, "insert into order_changes (order_id, action, actor_kind) select id, 'update', 'operator' from orders where is_sample")
	execute(t, pool, `insert into donation_movements (professional_id, amount, balance_after, reason, actor_kind)
		select id, 1, 1, 'Doação', 'operator' from professionals where is_sample`)
	execute(t, pool, `insert into undos (operator_id, kind, payload, date_created)
		select id, 'test', '{}', now() from system_users where is_sample`)
	execute(t, pool, `insert into term_signatures (contract_id, method, typed_name, consent, consent_text, occurred_at)
		select id, 'type', 'Exemplo', true, 'Li e aceito.', now() from contracts where is_sample`)
	execute(t, pool, "insert into sign_events (contract_id, kind, occurred_at) select id, 'form.viewed', now() from contracts where is_sample")
	execute(t, pool, "insert into operator_preferences (operator_id, key, value) select id, 'columns', '[]' from system_users where is_sample")
	execute(t, pool, `insert into oauth_states (state_hash, service, operator_id, expires_at)
		select sha256(user_code::text::bytea), 'calendar', id, now() from system_users where is_sample`)
}

func execute(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// everything returns the rows of all tables and the sums of the counters, when the rollups have no steps left. The rankings
// are left out: a job stores them.
func everything(t *testing.T, pool *pgxpool.Pool) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	if _, err := pool.Exec(t.Context(), "select compact_rollups()"); err != nil {
		t.Fatal(err)
	}
	for _, table := range column[string](t, pool,
		"select tablename::text from pg_tables where schemaname = 'public' and tablename !~ '^(goose_|river_|ranking)'") {
		query := "select to_jsonb(r)::text from " + table + " r order by 1"
		if table == "counters" {
			query = "select subject || key || sum(change) from counters group by subject, key having sum(change) <> 0 order by 1"
		}
		found[table] = column[string](t, pool, query)
	}
	return found
}

func mustEqual(t *testing.T, pool *pgxpool.Pool, before map[string][]string) {
	t.Helper()
	after := everything(t, pool)
	for _, table := range slices.Sorted(maps.Keys(before)) {
		if !slices.Equal(before[table], after[table]) {
			t.Errorf("%s was\n%v\nand is\n%v", table, before[table], after[table])
		}
	}
}

// Sample rows are removed even after people have worked with them.
func TestRemove_RestoresDatabase(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	before := everything(t, pool)
	fill(t, pool)
	counts, err := samples.Count(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	removed, err := samples.Remove(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	mustEqual(t, pool, before)
	for _, c := range counts {
		at := slices.IndexFunc(removed.Deleted, func(d samples.TableCount) bool { return d.Table == c.Table })
		if at < 0 || removed.Deleted[at].Label != c.Label || removed.Deleted[at].Count < c.Count {
			t.Errorf("of %d sample rows of %s the removal reports %v", c.Count, c.Table, removed.Deleted)
		}
	}
	for seed, associates := range []int{1, 40} {
		report, err := samples.Load(t.Context(), pool, plan(associates, uint64(seed)))
		if err != nil {
			t.Fatal(err)
		}
		removed, err := samples.Remove(t.Context(), pool)
		if err != nil || removed.Total != report.Total || !slices.Equal(removed.Deleted, report.Tables) {
			t.Fatalf("loaded %v, removed %v, %v", report, removed, err)
		}
		mustEqual(t, pool, before)
	}
}

func TestRemove_NoSamples(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	before := everything(t, pool)
	removed, err := samples.Remove(t.Context(), pool)
	if err != nil || removed.Total != 0 || len(removed.Deleted) != 0 || !slices.Contains(removed.Skipped, "users") {
		t.Errorf("removed %v, %v", removed, err)
	}
	mustEqual(t, pool, before)
}

// Every foreign key to a table with is_sample is in models/samples/foreignkeys.go: its rows are
// details of a sample row, or block.
func TestForeignKeys_Complete(t *testing.T) {
	t.Parallel()
	var decided []string
	for _, k := range samples.ForeignKeys() {
		decided = append(decided, k.Table+"."+k.Column+" to "+k.To)
	}
	keys := column[string](t, dbtest.New(t).Pool, `
		select conrelid::regclass || '.' || a.attname || ' to ' || confrelid::regclass
		from pg_constraint k join pg_attribute a on a.attrelid = conrelid and a.attnum = any (conkey)
		where contype = 'f' and exists (select from pg_attribute m where m.attrelid = confrelid and m.attname = 'is_sample')`)
	for _, key := range keys {
		if !slices.Contains(decided, key) {
			t.Errorf("models/samples/foreignkeys.go does not decide what happens to %s when sample data is removed", key)
		}
	}
	// References to people without a declared foreign key.
	undeclared := []string{"orders.user_code to users", "system_users.internal_code to professionals",
		"users_api.internal_code to professionals"}
	for _, key := range decided {
		if !slices.Contains(keys, key) && !slices.Contains(undeclared, key) {
			t.Errorf("%s is not a foreign key", key)
		}
	}
}

// References without a foreign key are also known. These keep their value when sample rows are
// removed, as they do when an account or an associate is removed by hand.
func TestForeignKeys_Undeclared(t *testing.T) {
	t.Parallel()
	decided := []string{
		// Actors: history keeps the code, and mostly the name.
		"contracts.created_by_user_code", "contracts.voided_by", "donation_movements.actor_code", "external_service_credentials.updated_by",
		"files.uploaded_by", "parcels.requested_by", "order_changes.actor_code", "orders.service_user", "security_events.actor_code",
		"blocks.created_by_user_code", "services.created_by_user_code", "sign_template_versions.published_by", "sign_templates.updated_by",
		"system_configs.updated_by",
		"contest_messages.actor_code", "statement_events.actor_code", "booking_payments.actor_code", "booking_payments.reverter_code",
		"system_error_groups.resolved_by", "system_errors.user_code", "webhook_endpoints.created_by", "document_requests.requested_by",
		"consent_texts.author_code", "document_checks.locked_by", "document_check_changes.author_code",
		"prescriptions.created_by_user_code", "stock_movements.actor_code",
		"stock_count_lines.actor_code", "stock_count_lines.submission", "prescription_releases.requested_by", "cash_months.closed_by", "protected_people.marked_by",
		// Erasures stay when the persons are gone, and requests name their authors by text.
		"erasures.user_id", "erasures.user_code", "erasures.proposed_by", "erasures.confirmed_by", "erasures.public_code",
		"erasure_records.file_id",
		"tombstones.user_id", "tombstones.user_code", "privacy_requests.identity_by", "privacy_requests.closed_by", "privacy_requests.created_by",
		"person_exports.asked_by", "privacy_request_files.added_by",
		// Who saw what: a chain that is never changed, and what was said of it.
		"reads.viewer_id", "reads.viewer_code", "reads.session_id", "reads.person_id", "reads.person_code", "read_reviews.viewer_id",
		"read_reviews.reviewed_by", "security_attention.seen_by",
		"caller_writes.caller_id", "reception_changes.actor_code", "reception_notes.author_code", "reminders.actor_code",
		"user_changes.actor_code", "storage_drivers.last_tested_by", "external_services.last_tested_by", "external_services.connected_by",
		"seal_certificates.created_by",
		// Joinings, and where the records of the past lead.
		"joinings.kept_id", "joinings.gone_id", "joinings.actor_id", "associate_aliases.gone_id", "associate_aliases.gone_code",
		// Subjects of events and tasks.
		"security_events.subject", "webhook_events.record_id", "webhook_outbox.record_id", "task_rows.row_id", "import_rows.record_id",
		"import_rows.match_id",
		// The rankings of the analytics, which a job stores again.
		"ranking_leaders.code",
		// The steps that a job adds to the sums of the analytics.
		"order_steps.user_code", "reception_steps.attendant", "service_steps.associate_user_code", "service_steps.professional_id",
		"service_steps.statement_id",
		// Keys of the row itself, or within it.
		"contracts.id", "contracts.public_code", "professionals.professional_code", "removed_annotations.annotation_id",
		"services.booking_group_code", "services.series_code", "appointment_letters.booking_group_code", "booking_payments.booking_group_code",
		"appointment_letters.job_id", "incident_people.mail_id", "recall_people.mail_id",
		"services.service_code", "system_users.user_code", "users.user_code", "webhook_events.id", "mails.reference", "data_key.key_id",
		// Keys of others: councils, illnesses, outside services, requests.
		"directus_files.directus_id", "directus_marks.last_id", "parcels.carrier_id", "parcels.tracking_code", "orders.prescriber_code", "orders.tracking_code",
		"external_services.primary_calendar_id", "professionals.calendar_id", "services.event_calendar_id", "services.event_id",
		"service_days.professional_id", "system_errors.request_id", "users.icd_code", "users.prescriber_code", "web_vitals.metric_id",
	}
	for _, k := range samples.ForeignKeys() {
		decided = append(decided, k.Table+"."+k.Column)
	}
	codes := column[string](t, dbtest.New(t).Pool, `
		select table_name || '.' || column_name from information_schema.columns c
		where table_name in (select tablename from pg_tables where schemaname = 'public') and table_name !~ '^(goose_|river_)' and column_name <> 'encryption_key_id'
		and (data_type = 'uuid' or column_name ~ '(_code|_by|_id|_user)$' or table_name || column_name = 'security_eventssubject')
		and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = conrelid and a.attnum = any (conkey)
			where contype = 'f' and conrelid = table_name::regclass and a.attname = column_name)`)
	for _, code := range codes {
		if !slices.Contains(decided, code) {
			t.Errorf("models/samples/foreignkeys.go does not decide what happens to %s when sample data is removed", code)
		}
	}
}

func TestRemove_RealRowsBlock(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	for _, k := range samples.ForeignKeys() {
		if k.One == "" {
			continue
		}
		real := k.Where
		if samples.HasSamples(k.Table) {
			real += " and not is_sample"
		}
		id := one[string](t, pool, fmt.Sprintf("select id::text from %s where %s order by %s is null, id limit 1", k.Table, real, k.Column))
		update := fmt.Sprintf("update %s set %s = ", k.Table, k.Column)
		was := one[*string](t, pool, fmt.Sprintf("select %s::text from %s where id::text = $1", k.Column, k.Table), id)
		execute(t, pool, update+fmt.Sprintf("(select min(%s::text)::%s from %s where is_sample) where id::text = $1", k.Key, typeOf(t, pool, k),
			k.To), id)
		before := everything(t, pool)

		_, err := samples.Remove(t.Context(), pool)
		if want := []errs.Field{{Path: k.Table, Message: "1 " + k.One}}; !errs.HasCode(err, samples.CodeBlocked) ||
			!slices.Equal(errs.FieldsOf(err), want) {
			t.Errorf("%s refers to a sample of %s: %v, want it refused for %v", k.Table+"."+k.Column, k.To, err, want)
		}
		mustEqual(t, pool, before)
		execute(t, pool, update+fmt.Sprintf("$2::text::%s where id::text = $1", typeOf(t, pool, k)), id, was)
	}
	if _, err := samples.Remove(t.Context(), pool); err != nil {
		t.Errorf("when no real row refers to sample rows any more: %v", err)
	}
}

func typeOf(t *testing.T, pool *pgxpool.Pool, k samples.ForeignKey) string {
	t.Helper()
	return one[string](t, pool, "select data_type from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = $2", k.Table, k.Column)
}

// The refusal lists every kind at once, and counts a row with two references once.
func TestRemove_Message(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	execute(t, pool, "update orders o set (user_id, user_code) = (select id, user_code from users where is_sample order by id limit 1) where not o.is_sample")
	execute(t, pool, "update reception set attendant = (select user_code from system_users where is_sample limit 1) where id = 1")
	_, err := samples.Remove(t.Context(), pool)
	const want = "Há dados reais ligados aos dados de exemplo: 2 pedidos de associados de exemplo; 1 acolhimento entregue a um operador de exemplo. " +
		"Abra cada registro e escolha o que fazer com ele."
	if refusal := errs.As(err); refusal == nil || refusal.Kind != errs.KindConflict || refusal.Message != want {
		t.Errorf("refused with %v", err)
	}
}

// A revoked token cannot be bound to another professional, so it does not block.
func TestRemove_RevokedToken(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	execute(t, pool, "update users_api set internal_code = (select min(professional_code) from professionals where is_sample) where revoked_at is not null")
	if _, err := samples.Remove(t.Context(), pool); err != nil {
		t.Error(err)
	}
}

func TestRemove_LastAdministrator(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	execute(t, pool, "update system_users set is_sample = true where id = $1", dbtest.Camila.ID)
	execute(t, pool, "delete from saved_views")
	execute(t, pool, "update users_api set created_by = null")
	before := everything(t, pool)
	if _, err := samples.Remove(t.Context(), pool); !errs.HasCode(err, operators.CodeLastAdmin) {
		t.Errorf("got %v, want %s", err, operators.CodeLastAdmin)
	}
	mustEqual(t, pool, before)
	execute(t, pool, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	if _, err := samples.Remove(t.Context(), pool); err != nil {
		t.Errorf("beside another administrator: %v", err)
	}
}

// A real row that is written during the removal also blocks it; otherwise its foreign key would set
// its associate to null.
func TestRemove_ConcurrentRealRow(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	writer, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Rollback(t.Context()) }()
	if _, err := writer.Exec(t.Context(), "update reception set associate_code = (select user_code from users where is_sample order by id limit 1) where id = 1"); err != nil {
		t.Fatal(err)
	}
	refused := make(chan error)
	go func() {
		_, err := samples.Remove(context.WithoutCancel(t.Context()), pool)
		refused <- err
	}()
	dbtest.AwaitLock(t, pool, 1)
	if err := writer.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-refused; !errs.HasCode(err, samples.CodeBlocked) {
		t.Errorf("removed beside a new real row: %v", err)
	}
	if one[*string](t, pool, "select associate_code::text from reception where id = 1") == nil {
		t.Error("the real row lost its associate")
	}
}

func TestRemove_Cancelled(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	before := everything(t, pool)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := samples.Remove(ctx, pool); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancelled context", err)
	}
	mustEqual(t, pool, before)
}
