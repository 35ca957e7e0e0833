package mail_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

const token = "segredo-do-convite-0123456789"

func invite() mail.Message {
	return mail.Message{Kind: mail.Invite.Kind, To: "nova@exemplo.org.br", Name: "Nova Pessoa", Path: "/convite?token=" + token,
		Expires: dbtest.Today.AddDate(0, 0, 7), By: dbtest.Camila.FullName()}
}

func newKey(t *testing.T) encryption.Key {
	t.Helper()
	key, err := encryption.NewKey([]byte("a key of a test with 32 bytes :-)"[:encryption.KeyBytes]))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newOutbox(t *testing.T) mail.Outbox {
	t.Helper()
	return mail.Outbox{Key: newKey(t), Configured: true}
}

// send stores the message in the outbox and returns its row.
func send(t *testing.T, conn *db.Connection, outbox mail.Outbox, message mail.Message) mail.Entry {
	t.Helper()
	status, err := outbox.Send(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(dbtest.Today), message)
	if err != nil || status != mail.Queued {
		t.Fatalf("Send answers %q, %v", status, err)
	}
	var envelope mail.Entry
	if err := conn.DB.Order("id desc").First(&envelope).Error; err != nil {
		t.Fatal(err)
	}
	return envelope
}

func count(t *testing.T, conn *db.Connection, query string, arguments ...any) int {
	t.Helper()
	rows, err := conn.Pool.Query(t.Context(), query, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	number, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	if err != nil {
		t.Fatal(err)
	}
	return number
}

func TestOutbox_Encrypted(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	outbox := newOutbox(t)
	want := invite()
	envelope := send(t, conn, outbox, want)
	got, err := envelope.Decrypt(outbox.Key)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Expires.Equal(want.Expires) {
		t.Errorf("it serves until %v, want %v", got.Expires, want.Expires)
	}
	got.Expires = want.Expires
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the letter says\n%+v, want\n%+v", got, want)
	}
	// Neither the row nor the job has the token in plaintext.
	for _, table := range []string{"mails", "river_job"} {
		if rows := count(t, conn, "select count(*)::int from "+table); rows != 1 {
			t.Errorf("%d rows in %s, want 1", rows, table)
		}
		const shows = " as r where strpos(r::text, $1) > 0 or strpos(r::text, encode($1::bytea, 'hex')) > 0"
		if shown := count(t, conn, "select count(*)::int from "+table+shows, token); shown != 0 {
			t.Errorf("%s shows the token", table)
		}
	}
}

func TestEntry_DecryptOfOtherRow(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	outbox := newOutbox(t)
	first, second := send(t, conn, outbox, invite()), send(t, conn, outbox, invite())
	first.MessageEncrypted = second.MessageEncrypted
	if _, err := first.Decrypt(outbox.Key); !errors.Is(err, encryption.ErrDecrypt) {
		t.Errorf("a letter of another envelope opens: %v", err)
	}
}

func TestOutbox_RolledBack(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	undone := errors.New("undone")
	err := conn.DB.Transaction(func(tx *db.DB) error {
		_, err := newOutbox(t).Send(t.Context(), tx, auth.Caller{Kind: auth.System}.At(time.Now()), invite())
		return errors.Join(err, undone)
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	if left := count(t, conn, "select ((select count(*) from mails) + (select count(*) from river_job))::int"); left != 0 {
		t.Errorf("%d rows are left of a letter that was taken back", left)
	}
}

func TestOutbox_NotConfigured(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	status, err := mail.Outbox{}.Send(t.Context(), conn.DB, auth.Caller{Kind: auth.System}.At(time.Now()), invite())
	if err != nil || status != mail.NotConfigured {
		t.Errorf("Send answers %q, %v", status, err)
	}
	if left := count(t, conn, "select ((select count(*) from mails) + (select count(*) from river_job))::int"); left != 0 {
		t.Errorf("%d rows are stored", left)
	}
}
