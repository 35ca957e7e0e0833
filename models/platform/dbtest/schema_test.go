package dbtest_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/dbtest"
)

func texts(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// toolTables matches the tables of the migration tool and of the job queue.
const toolTables = "^(goose_|river_)"

// models/platform/db finds the message of a violated constraint by its name, so every name starts with its table.
func TestSchema_ConstraintNames(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, name := range texts(t, pool, `
		select conname from pg_constraint k join pg_class c on c.oid = k.conrelid
		where k.connamespace = 'public'::regnamespace and c.relname !~ $1 and k.contype <> 'n' and not starts_with(conname, relname || '_')`,
		toolTables) {
		t.Errorf("constraint %s does not start with the name of its table", name)
	}
}

// Without an index, deleting a referenced row reads the whole referencing table.
func TestSchema_ForeignKeysIndexed(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	small := []string{"sign_templates", "sign_template_versions", "oauth_states", "external_service_credentials", "contracts"}
	for _, name := range texts(t, pool, `
		select conname from pg_constraint k join pg_class c on c.oid = k.conrelid
		where k.contype = 'f' and k.connamespace = 'public'::regnamespace and c.relname !~ $1 and c.relname <> all ($2)
		and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`, toolTables, small) {
		t.Errorf("no index begins with the column of %s", name)
	}
}

// Lists are read newest first, with the id as the tie-breaker.
func TestSchema_ListsIndexed(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, table := range []string{
		"users", "system_users", "users_api", "orders", "services", "products", "professionals", "reception", "tags", "files",
		"users_files", "orders_files", "services_files", "contracts", "system_errors", "security_events", "mails", "tasks",
	} {
		if len(texts(t, pool, `select indexname::text from pg_indexes where tablename = $1
			and indexdef ~ '\(date_created DESC, id DESC\)( INCLUDE \([a-z_, ]+\))?$'`, table)) != 1 {
			t.Errorf("%s has no index for its newest rows", table)
		}
	}
}

// The sums of pages are read from covering indexes, without the rows only where vacuum has been since their last change.
func TestSchema_VacuumedEarly(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, table := range []string{"orders", "services", "users", "last_orders"} {
		if len(texts(t, pool, `select relname::text from pg_class where oid = $1::regclass and reloptions @>
			'{autovacuum_vacuum_scale_factor=0.01,autovacuum_vacuum_insert_scale_factor=0.01}'`, table)) != 1 {
			t.Errorf("%s is vacuumed as late as other tables", table)
		}
	}
}

func TestSchema_Fold(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for text, want := range map[string]string{
		"João da Conceição":        "joao da conceicao",
		"São João d'El-Rei":        "sao joao delrei",
		"D’Ávila":                  "davila",
		"529.982.247-25":           "52998224725",
		"(48) 99999-0001":          "48 999990001",
		"ana.b+x@exemplo.org.br":   "anabxexemploorgbr",
		`100% [a] {b} \c/ "d" _e_`: "100 a b c d e",
	} {
		if got := texts(t, pool, "select fold($1)", text)[0]; got != want {
			t.Errorf("fold(%q) = %q, want %q", text, got, want)
		}
	}
}

// The search text is written with the row, and the trigram index finds it.
func TestSchema_SearchText(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	for _, words := range []string{"conceicao", "11144477735", "11999990003", "joaoexemploorgbr"} {
		if found := texts(t, pool, "select associate_name from users where status <> 'patient' and search_text like '%' || fold($1) || '%'",
			words); len(found) != 1 || found[0] != dbtest.Joao.FullName() {
			t.Errorf("%q finds %v, want João", words, found)
		}
	}
}

// Each statement breaks one rule of the schema.
func TestSchema_Constraints(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	const ana, joao = "user_code = '0a000000-0000-4000-8000-000000000001'", "user_code = '0a000000-0000-4000-8000-000000000003'"
	const contract = `insert into contracts (kind, user_code, content_json, content_sha256, signing_token, signing_token_encrypted, encryption_key_id,
		signing_expires, status) values ('self', '0a000000-0000-4000-8000-000000000001', '{"type": "doc"}', repeat('a', 64), sha256(random()::text::bytea), 'x', 'k', now(), `
	for constraint, statement := range map[string]string{
		"system_users_email_key":                 "insert into system_users (name, email) values ('Outra', 'camila@acolhe.test')",
		"system_users_email_check":               "update system_users set email = 'Camila@acolhe.test' where id = 1",
		"system_users_permissions_check":         `update system_users set permissions = '["api"]' where id = 1`,
		"system_users_profissional_alone_check":  `update system_users set permissions = '["Profissional", "Financeiro"]' where id = 1`,
		"system_users_status_check":              "update system_users set status = 'gone' where id = 1",
		"system_users_session_expires_check":     "update system_users set session_token = sha256('x') where id = 1",
		"system_users_session_token_check":       "update system_users set session_token = 'plain', session_expires = now() where id = 1",
		"users_email_account_key":                "update users set email_account = 'ana@exemplo.org.br' where " + joao,
		"users_associate_cpf_key":                "update users set associate_cpf = '52998224725' where " + joao,
		"users_associate_cpf_check":              "update users set associate_cpf = '529.982.247-25' where " + joao,
		"users_status_check":                     "update users set status = 'gone' where " + joao,
		"users_associate_status_check":           "update users set associate_status = '6' where " + joao,
		"users_patient_without_phase_check":      "update users set associate_status = '1' where status = 'patient'",
		"users_patient_responsible_check":        "update users set responsible_code = null where status = 'patient'",
		"users_responsible_type_check":           "update users set responsible_type = 'plant' where " + joao,
		"users_gender_check":                     "update users set gender = 'x' where " + joao,
		"users_state_check":                      "update users set state = 'XX' where " + joao,
		"users_cep_check":                        "update users set cep = '88010-000' where " + joao,
		"users_phone_check":                      "update users set phone = '(11) 9999' where " + joao,
		"users_tags_check":                       `update users set tags = '[["a"]]' where ` + joao,
		"users_annotations_check":                `update users set annotations = '{}' where ` + joao,
		"users_responsible_code_fkey":            "delete from users where " + ana,
		"users_files_side_check":                 "insert into users_files (file_id, user_id, side) values (1, 1, 'left')",
		"users_files_doc_type_check":             "insert into users_files (file_id, user_id, doc_type) values (1, 1, 'passport')",
		"users_files_subject_check":              "insert into users_files (file_id, user_id, subject) values (1, 1, 'x')",
		"professionals_professional_code_key":    "update professionals set professional_code = 'RENATA-CRM' where id = 2",
		"professionals_donation_balance_check":   "update professionals set donation_balance = -0.01 where id = 2",
		"professionals_consultation_price_check": "update professionals set consultation_price = 10000000 where id = 2",
		"products_code_key":                      "update products set code = 'OLEO-30' where id = 2",
		"products_price_check":                   "update products set price = 'NaN' where id = 2",
		"tags_name_excl":                         "insert into tags (name) values ('URGENTE')",
		"orders_user_id_fkey":                    "update orders set user_id = 999",
		"orders_status_check":                    "update orders set status = 'pago'",
		"orders_items_check":                     "update orders set items = '[]'",
		"orders_total_check":                     "update orders set total = -0.01",
		"orders_discount_check":                  "update orders set discount = -0.01",
		"orders_address_check":                   "update orders set address = '[]'",
		"orders_freight_option_check":            "update orders set freight_option = 'null'",
		"orders_tags_check":                      "update orders set tags = '[1]'",
		"services_status_check":                  "update services set status = 'Pago'",
		"services_commission_validation_check":   "update services set commission_validation = 'maybe'",
		"services_professional_id_fkey":          "delete from professionals where id = 2",
		"services_patient_user_code_fkey":        "delete from users where id = 4",
		"services_slot_excl":                     "update services set professional_id = 1, slot_end = '2027-01-01'",
		"reception_completion_reason_check":      "update reception set completion_reason = ''",
		"reception_source_check":                 "update reception set source = 'x'",
		"reception_tags_check":                   "update reception set tags = '[]'",
		"files_driver_check":                     "insert into files (file_name, content_type, size, sha256, storage_key, driver) values ('a', 'a/b', 1, repeat('0', 64), 'k', 'gcs')",
		"storage_drivers_active_key":             "update storage_drivers set active = true",
		"system_configs_value_check":             "insert into system_configs (system, key, is_sensitive, value) values ('store', 'pix_key', true, '1')",
		"external_services_service_check":        "insert into external_services (service) values ('carrier_c')",
		"parcels_provider_check":                 "insert into parcels (order_id, provider, option_key, service_label, reference, state, price, value, content, weight_g, length_cm, width_cm, height_cm, date_created, date_updated) values (1, 'calendar', 'k', '', 'r', 'queued', 1, 1, 'c', 1, 1, 1, 1, now(), now())",
		"parcels_state_check":                    "insert into parcels (order_id, provider, option_key, service_label, reference, state, price, value, content, weight_g, length_cm, width_cm, height_cm, date_created, date_updated) values (1, 'carrier_a', 'k', '', 'r', 'x', 1, 1, 'c', 1, 1, 1, 1, now(), now())",
		"webhook_endpoints_tables_check":         `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, tables) values ('a', 'https://a', 'x', 'k', '["system_users"]')`,
		"webhook_endpoints_actions_check":        `insert into webhook_endpoints (name, url, secret_encrypted, encryption_key_id, actions) values ('a', 'https://a', 'x', 'k', '["test"]')`,
		"webhook_events_action_check":            "insert into webhook_events (table_name, action, record_id) values ('users', 'x', '1')",
		"webhook_events_table_name_check":        "insert into webhook_events (table_name, action, record_id) values ('files', 'create', '1')",
		"webhook_deliveries_status_check":        "insert into webhook_deliveries (event_id, endpoint_id, status) values (gen_random_uuid(), 1, 'x')",
		"sign_templates_kind_check":              "insert into sign_templates (kind) values ('x')",
		"sign_templates_draft_content_check":     "insert into sign_templates (kind, draft_content) values ('self', '{}')",
		"contracts_status_check":                 contract + "'x')",
		"contracts_completed_at_check":           contract + "'completed')",
		"contracts_pending_user_code_key":        contract + "'pending'); " + contract + "'pending')",
		"term_signatures_method_check":           "insert into term_signatures (contract_id, method, typed_name, consent, consent_text, occurred_at) values (gen_random_uuid(), 'x', 'a', true, 'a', now())",
		"term_signatures_content_check":          "insert into term_signatures (contract_id, method, consent, consent_text, occurred_at) values (gen_random_uuid(), 'type', true, 'a', now())",
		"term_signatures_consent_check":          "insert into term_signatures (contract_id, method, typed_name, consent, consent_text, occurred_at) values (gen_random_uuid(), 'type', 'a', false, 'a', now())",
		"sign_events_kind_check":                 "insert into sign_events (contract_id, kind, occurred_at) values (gen_random_uuid(), 'x', now())",
		"system_error_groups_status_check":       "insert into system_error_groups (error_hash, message, status) values ('12345678', 'a', 'x')",
		"tasks_kind_check":                       "insert into tasks (kind, owner_name) values ('x', 'a')",
		"tasks_tag_check":                        "insert into tasks (kind, owner_name) values ('add_tag', 'a')",
		"tasks_facts_check":                      "insert into tasks (kind, owner_name) values ('move_orders', 'a')",
		"tasks_status_check":                     "insert into tasks (kind, owner_name, status) values ('enqueue', 'a', 'x')",
		"tasks_worked_check":                     "insert into tasks (kind, owner_name, total, changed) values ('enqueue', 'a', 1, 2)",
		"tasks_date_ended_check":                 "insert into tasks (kind, owner_name, status) values ('enqueue', 'a', 'done')",
		"exports_task_id_fkey":                   "insert into exports (task_id, list, collection, query, format) values (999, 'associados', 'users', '', 'csv')",
		"exports_format_check":                   "insert into exports (task_id, list, collection, query, format) values (1, 'associados', 'users', '', 'doc')",
		"exports_size_check":                     "insert into exports (task_id, list, collection, query, format, size) values (1, 'associados', 'users', '', 'csv', 1)",
		"export_chunks_task_id_fkey":             "insert into export_chunks (task_id, place, bytes) values (999, 0, 'a')",
		"export_chunks_bytes_check":              "insert into export_chunks (task_id, place, bytes) values (999, 0, '')",
		"task_rows_task_id_fkey":                 "insert into task_rows (task_id, row_id) values (999, 1)",
		"web_vitals_name_check":                  "insert into web_vitals (metric_id, name, value, path) values ('a', 'FID', 1, '/')",
		"web_vitals_value_check":                 "insert into web_vitals (metric_id, name, value, path) values ('a', 'LCP', 'NaN', '/')",
	} {
		_, err := pool.Exec(t.Context(), statement)
		var refusal *pgconn.PgError
		if !errors.As(err, &refusal) || refusal.ConstraintName != constraint {
			t.Errorf("want %s to refuse, got %v", constraint, err)
		}
	}
}

// A patient may have the e-mail or the CPF of an associate: patients do not sign in.
func TestSchema_PatientsShareNumbers(t *testing.T) {
	t.Parallel()
	if _, err := dbtest.New(t).Pool.Exec(t.Context(),
		"update users set email_account = 'ana@exemplo.org.br', associate_cpf = '52998224725' where status = 'patient'"); err != nil {
		t.Error(err)
	}
}
