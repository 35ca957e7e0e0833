package statusmails_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/statusmails"
)

func run(t *testing.T, connection *db.Connection, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if _, err := connection.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// written runs the job and returns the kinds of the new mails with their recipients.
func written(t *testing.T, connection *db.Connection) (found []string) {
	t.Helper()
	key, err := encryption.NewKey(bytes.Repeat([]byte("ab"), encryption.KeyBytes/2))
	if err != nil {
		t.Fatal(err)
	}
	mailer := statusmails.Mailer{DB: connection.DB, Mail: mail.Outbox{Key: key, Configured: true},
		Now: func() time.Time { return dbtest.Today }}
	if _, err := mailer.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	var entries []mail.Entry
	if err := connection.DB.Order("id").Find(&entries).Error; err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		found = append(found, string(entry.Kind)+" "+entry.Recipient)
	}
	run(t, connection, "delete from mails")
	return found
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// An order is written about when it is paid and sent, by whatever statement; what no longer holds is not.
func TestWrite_Orders(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	want(t, "the fixtures", written(t, connection))
	run(t, connection, "update orders set status = 'Pago', paid_at = now(), email = 'ana@exemplo.org.br' where id = 2")
	want(t, "paid", written(t, connection), "order_paid ana@exemplo.org.br")
	run(t, connection, "update orders set status = 'Enviado', tracking_code = 'BR123456789BR' where id = 2")
	want(t, "sent", written(t, connection), "order_sent ana@exemplo.org.br")
	run(t, connection, "update orders set status = 'Aguardando pagamento', paid_at = null where id = 2",
		"update orders set status = 'Pago', paid_at = now() where id = 2",
		"update orders set status = 'Aguardando pagamento', paid_at = null where id = 2")
	want(t, "paid and taken back", written(t, connection))
	run(t, connection, "update orders set is_sample = true where id = 2", "update orders set status = 'Pago', paid_at = now() where id = 2")
	want(t, "a sample", written(t, connection))
}

// A professional is written about coming appointments, those of one time together.
func TestWrite_Appointments(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "update professionals set email = 'renata@exemplo.org.br' where id = 1",
		"update services set consultation_date = null, professional_id = 1, confirmation = null")
	written(t, connection)
	run(t, connection, "update services set consultation_date = now() + interval '3 days' + id * interval '2 hours'")
	want(t, "booked", written(t, connection), "service_booked renata@exemplo.org.br")
	run(t, connection, "update services set consultation_date = now() + interval '9 days' where id = 1")
	want(t, "moved", written(t, connection), "service_moved renata@exemplo.org.br")
	run(t, connection, "update services set confirmation = 'cancelled', confirmation_date = now(), cancelled_date = now() where id = 1")
	want(t, "cancelled", written(t, connection), "service_cancelled renata@exemplo.org.br")
	run(t, connection, "update services set consultation_date = now() - interval '9 days' where id = 2")
	want(t, "a past one", written(t, connection))
}

// Whoever opens an account, and whoever writes by the public form, gets an answer; nobody floods somebody else.
func TestWrite_Strangers(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "insert into users (status, associate_status, email_account, account_password, name) values ('active', '1', 'nova@exemplo.org.br', 'x', 'Nova')")
	want(t, "an account", written(t, connection), "account_opened nova@exemplo.org.br")
	for range 5 {
		run(t, connection, "insert into reception (source, name, email, status) values ('public', 'Lia', 'lia@exemplo.org.br', 'novo')")
	}
	if got := written(t, connection); len(got) != 3 {
		t.Errorf("%d answers to one address, want 3", len(got))
	}
}

// sendDocument stores a document as its associate does on the page.
func sendDocument(t *testing.T, connection *db.Connection) {
	t.Helper()
	run(t, connection, `begin; select set_config('acolhe.actor', '{"kind": "associate"}', true);
		insert into users_files (file_id, user_id, kind) select max(id), 1, 'prescription' from files; commit`)
}

// What an associate sends is confirmed once, unless they withdrew the use of health data.
func TestWrite_Documents(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, `insert into files (file_name, content_type, size, sha256, driver, storage_key) values ('r.pdf', 'application/pdf', 1, repeat('0', 64), 'local', 'k')`,
		"update users set status = 'Associado' where id = 1")
	sendDocument(t, connection)
	want(t, "a document", written(t, connection), "document_received ana@exemplo.org.br")
	run(t, connection, `insert into consents (user_id, purpose, version, text_hash, given, date_created) select 1, purpose, version, text_hash, false, now() from consent_texts where purpose = 'treatment'`)
	sendDocument(t, connection)
	want(t, "after the withdrawal", written(t, connection))
}

// A professional is written about the month, the payout and an answer of the team, as far as it still holds.
func TestWrite_Months(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "update professionals set email = 'renata@exemplo.org.br' where id = 1",
		`insert into statements (id, month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
		values (9, '2026-10-01', 1, 1, 'Renata', 'medic', '[]', 1, 100, 10, 0, 90, now())`,
		"insert into statement_events (statement_id, kind, actor_kind) values (9, 'closed', 'operator')")
	want(t, "closed", written(t, connection), "month_closed renata@exemplo.org.br")
	run(t, connection, "update statements set paid_on = '2026-11-10' where id = 9",
		"insert into statement_events (statement_id, kind, actor_kind) values (9, 'paid', 'operator')")
	want(t, "paid", written(t, connection), "payout_made renata@exemplo.org.br")
	run(t, connection, "insert into statement_events (statement_id, kind, actor_kind) values (9, 'paid', 'operator')",
		"update statements set paid_on = null where id = 9")
	want(t, "taken back", written(t, connection))
	run(t, connection, "insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, true, 'operator', 'Renata', 'Errado')")
	want(t, "her own words", written(t, connection))
	run(t, connection, "insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, false, 'operator', 'Bruno', 'Corrigimos')")
	want(t, "an answer", written(t, connection), "contest_answered renata@exemplo.org.br")
}

// A change without room for its letter is refused whole, and may be sent again; any other failure costs only the letter.
func TestCapture_Failures(t *testing.T) {
	t.Parallel()
	for code, isRefused := range map[string]bool{"disk_full": true, "io_error": true, "check_violation": false} {
		connection := dbtest.New(t)
		run(t, connection, "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '"+code+"'; end $$",
			"create trigger refuse before insert on status_mails for each row execute function refuse()")
		_, err := connection.Pool.Exec(t.Context(), "update orders set status = 'Pago', paid_at = now() where id = 2")
		if (err != nil) != isRefused {
			t.Errorf("%s: %v", code, err)
		}
	}
}
