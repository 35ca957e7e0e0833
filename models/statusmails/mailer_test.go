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
	mailer := statusmails.Mailer{DB: connection.DB, Mail: mail.Outbox{Key: key, Configured: true}, Now: func() time.Time { return dbtest.Today }}
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
	run(t, connection, "update orders set status = 'Aguardando pagamento', paid_at = null where id = 2", "update orders set status = 'Pago', paid_at = now() where id = 2",
		"update orders set status = 'Aguardando pagamento', paid_at = null where id = 2")
	want(t, "paid and taken back", written(t, connection))
	run(t, connection, "update orders set is_sample = true where id = 2", "update orders set status = 'Pago', paid_at = now() where id = 2")
	want(t, "a sample", written(t, connection))
}

// A professional is written about coming appointments, those of one time together.
func TestWrite_Appointments(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "update professionals set email = 'renata@exemplo.org.br' where id = 1", "update services set consultation_date = null, professional_id = 1, confirmation = null")
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
