package jobs

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// expiring has, for each kind of expiring rows, statements that insert an expired and a valid one, and a query of the
// remaining ones.
var expiring = map[string]struct {
	plant, there string
}{
	"operator session": {
		plant: "update system_users set session_token = sha256('%[1]s session'), session_expires = now() + '%[2]s' where id = %[3]d",
		there: "select id from system_users where session_token is not null and session_expires is not null",
	},
	"ended session": {
		plant: "insert into sessions (token, operator_id, expires_at, ended_at, end_reason) values (sha256('%[1]s ended'), %[3]d, now() + interval '1 day', now() - interval '30 days' + '%[2]s', 'signed_out')",
		there: "select operator_id from sessions where end_reason is not null",
	},
	"expired session": {
		plant: "insert into sessions (token, associate_id, expires_at) values (sha256('%[1]s expired'), %[3]d, now() - interval '30 days' + '%[2]s')",
		there: "select associate_id from sessions where associate_id is not null",
	},
	"operator reset": {
		plant: "update system_users set password_reset_token = sha256('%[1]s reset'), password_reset_expires = now() + '%[2]s' where id = %[3]d",
		there: "select id from system_users where password_reset_token is not null and password_reset_expires is not null",
	},
	"associate session": {
		plant: "update users set session_token = sha256('%[1]s session'), session_expires = now() + '%[2]s' where id = %[3]d",
		there: "select id from users where session_token is not null and session_expires is not null",
	},
	"associate reset": {
		plant: "update users set password_reset_token = sha256('%[1]s reset'), password_reset_expires = now() + '%[2]s' where id = %[3]d",
		there: "select id from users where password_reset_token is not null and password_reset_expires is not null",
	},
	"earlier reset": {
		plant: "insert into earlier_resets (token, operator_id, expires_at) values (sha256('%[1]s earlier'), %[3]d, now() + '%[2]s')",
		there: "select operator_id from earlier_resets",
	},
	"request counter": {
		plant: "insert into rate_limits (key, window_starts, window_ends) values ('%[3]d', now() - interval '1 day', now() + '%[2]s')",
		there: "select key::bigint from rate_limits",
	},
	"remembered answer": {
		plant: "insert into idempotency_keys (caller, route, key, request_sha256, expires_at) values ('%[1]s', 'POST /orders', '%[3]d', sha256('x'), now() + '%[2]s')",
		there: "select key::bigint from idempotency_keys",
	},
	"letter that waits": {
		plant: "insert into mails (id, kind, recipient, letter_sealed, encryption_key_id, letter_expires) values (%[3]d, '%[1]s', 'a@x', 'sealed', 'k', now() + '%[2]s')",
		there: "select id from mails where letter_sealed is not null and status = 'queued'",
	},
	"confirmed address without an account": {
		plant: "insert into mail_confirmations (recipient_hash, date_confirmed) select sha256(convert_to(case '%[1]s' when 'living' then (select lower(email_account) from users where id = %[3]d) else 'gone@exemplo.org.br' end, 'UTF8')), now() + '%[2]s'",
		there: "select u.id from mail_confirmations c left join users u on c.recipient_hash = sha256(convert_to(lower(u.email_account), 'UTF8'))",
	},
	"record of undo": {
		plant: "insert into undos (operator_id, kind, payload, date_created) values (%[3]d, '%[1]s', '{}', now() - interval '1 minute' + '%[2]s')",
		there: "select operator_id from undos",
	},
	"postal code": {
		plant: "insert into postal_codes (cep, known, expires_at) values (lpad('%[3]d', 8, '0'), false, now() - interval '90 days' + '%[2]s')",
		there: "select cep::bigint from postal_codes",
	},
	"file of an export": {
		plant: `with task as (insert into tasks (id, kind, status, owner_name, date_ended) values (100 + %[3]d, 'export', 'done', '%[1]s', now()) returning id),
			export as (insert into exports (task_id, list, collection, query, format, file_name, content_type, size, date_expires)
				select id, 'associados', 'users', '', 'csv', 'a.csv', 'text/csv', 1, now() + '%[2]s' from task returning task_id)
			insert into export_chunks (task_id, place, bytes) select task_id, 0, 'a' from export`,
		there: "select task_id - 100 from export_chunks",
	},
	"task that is over": {
		plant: "insert into tasks (id, kind, status, owner_name, date_ended) values (%[3]d, 'enqueue', 'done', '%[1]s', now() - interval '90 days' + '%[2]s')",
		there: "select id from tasks where kind = 'enqueue'",
	},
}

// The fixtures have an operator and an associate with each of these ids.
const expiredID, livingID = 1, 3

func TestCleanUp(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	rest := people(t, conn)
	for _, k := range expiring {
		do(t, conn, fmt.Sprintf(k.plant, "expired", "-1 second", expiredID))
		do(t, conn, fmt.Sprintf(k.plant, "living", "1 hour", livingID))
	}
	if err := maintain(t.Context(), conn.Pool); err != nil {
		t.Fatal(err)
	}
	for name, k := range expiring {
		if there := column[int64](t, conn, k.there); len(there) != 1 || there[0] != livingID {
			t.Errorf("%s: %v are there, want the living %d alone", name, there, livingID)
		}
	}
	if after := people(t, conn); after != rest {
		t.Errorf("the people were\n%s\nand are\n%s", rest, after)
	}
}

// people returns every person without the columns that expire.
func people(t *testing.T, conn *db.Connection) string {
	t.Helper()
	const perishable = "'{session_token,session_expires,password_reset_token,password_reset_expires}'::text[]"
	return column[string](t, conn, `select string_agg(person::text, e'\n' order by person) from (
		select to_jsonb(o) - `+perishable+` from system_users o union all select to_jsonb(u) - `+perishable+` from users u) p (person)`)[0]
}

func do(t *testing.T, conn *db.Connection, statement string) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func column[T any](t *testing.T, conn *db.Connection, query string) []T {
	t.Helper()
	rows, err := conn.Pool.Query(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return values
}
