package notices_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"acolhe/models/notices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// happen does what the staff is notified of, and beside each what it is not notified of.
func happen(t *testing.T, conn *db.Connection) {
	t.Helper()
	const parcel = `insert into parcels (order_id, provider, option_key, service_label, reference, state, price, value, content, weight_g, length_cm, width_cm, height_cm, date_created, date_updated)
		values ($1, 'carrier_b', 'x', 'PAC', $2, 'buying', 1, 1, 'x', 1, 1, 1, 1, now(), now())`
	exec(t, conn, `insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text, date_created) values
		(1, true, 'operator', 'Renata Ribeiro', 'Foi em setembro.', now()), (1, true, 'operator', 'Renata Ribeiro', 'Foi em outubro.', now()), (1, false, 'operator', 'Camila Torres', 'Vou ver.', now())`)
	exec(t, conn, parcel, 1, "a")
	exec(t, conn, parcel, 2, "b")
	exec(t, conn, "update parcels set state = case when order_id = 1 then 'refused' else 'bought' end, failure = 'Saldo insuficiente.'")
	exec(t, conn, "update services set event_state = case when id = 2 then 'failed' else 'created' end, event_error = 'Sem acesso.'")
	exec(t, conn, `insert into reception_notes (item_id, text, author_code, author_name, date_created) values
		(1, 'Vale o desconto, @Bruno? Falei com @Camila e com bruno.', $1, 'Camila Torres', now()), (2, 'bruno@exemplo.org.br', $1, 'Camila Torres', now())`, dbtest.Camila.UserCode)
	exec(t, conn, "update notices set date_created = $1", dbtest.Today.Add(-time.Hour))
}

func exec(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func titles(t *testing.T, conn *db.Connection, by auth.Caller, filter notices.Filter) (shown []string) {
	t.Helper()
	lines, err := notices.List(t.Context(), conn.DB, by, filter)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		shown = append(shown, strings.ReplaceAll(line.Title(), "\u00a0", " "))
	}
	return shown
}

func requireCount(t *testing.T, conn *db.Connection, by auth.Caller, want int) {
	t.Helper()
	if got, err := notices.CountUnread(t.Context(), conn.DB, by); err != nil || got != want {
		t.Errorf("%s has %d unread notices, want %d (%v)", by.Name, got, want, err)
	}
}

// Each role has the notices of what it may act on, a mention only the person who is named; those with the same cause are one.
func TestList(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	happen(t, conn)
	label, event, contest := "A etiqueta do pedido nº 1 falhou", "Um evento da agenda não foi criado", "Renata Ribeiro contestou 2 serviços"
	mention := "Camila citou você em Ana Beatriz de Souza"
	for _, c := range []struct {
		operator dbtest.Operator
		want     []string
	}{
		{dbtest.Camila, []string{event, label, contest}},
		{dbtest.Bruno, []string{mention, event, label}},
		{dbtest.Priscila, []string{label}},
		{dbtest.Fernando, []string{label, contest}},
		{dbtest.Renata, nil},
	} {
		if got := titles(t, conn, c.operator.Caller(), notices.Unread); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s sees %q, want %q", c.operator.Name, got, c.want)
		}
		requireCount(t, conn, c.operator.Caller(), len(c.want))
	}
	if got := titles(t, conn, dbtest.Bruno.Caller(), notices.Mine); !reflect.DeepEqual(got, []string{mention}) {
		t.Errorf("for Bruno alone are %q", got)
	}
	month := dbtest.Bruno.Caller().At(dbtest.Today.AddDate(0, 0, 32))
	if got := titles(t, conn, month, notices.All); len(got) > 0 {
		t.Errorf("after a month he sees %q", got)
	}
}

// Reading is the reader's own; what happens after it is unread again.
func TestRead(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	happen(t, conn)
	camila := dbtest.Camila.Caller()
	lines, err := notices.List(t.Context(), conn.DB, camila, notices.Unread)
	if err != nil {
		t.Fatal(err)
	}
	if err := notices.Read(t.Context(), conn.DB, camila, lines[2]); err != nil {
		t.Fatal(err)
	}
	requireCount(t, conn, camila, 2)
	requireCount(t, conn, dbtest.Fernando.Caller(), 2)
	if got := titles(t, conn, camila, notices.All); len(got) != 3 {
		t.Errorf("all are %q", got)
	}
	exec(t, conn, "insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text, date_created) values (1, true, 'operator', 'Renata Ribeiro', 'E agora?', now())")
	requireCount(t, conn, camila, 3)
	if err := notices.ReadAll(t.Context(), conn.DB, camila, lines[0].ID); err != nil {
		t.Fatal(err)
	}
	requireCount(t, conn, camila, 1)
	if err := notices.ReadAll(t.Context(), conn.DB, dbtest.Renata.Caller(), lines[0].ID); errs.As(err) == nil {
		t.Error("a professional reads the staff's notices")
	}
}

// What is read is kept up to the first unread notice as one mark. Notices of the last hour stay beyond it, because a transaction may still
// add one before them.
func TestRead_Mark(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	camila := dbtest.Camila.Caller()
	for id, minutes := range map[int]int{11: 300, 12: 200, 13: 100, 15: 10} {
		exec(t, conn, "insert into notices (id, kind, cause, service_id, date_created) values ($1, 'contest', $2, 1, $3)", id, fmt.Sprintf("contest:%d", id),
			camila.Now.Add(-time.Duration(minutes)*time.Minute))
	}
	read := func(ids ...int64) {
		t.Helper()
		for _, id := range ids {
			if err := notices.Read(t.Context(), conn.DB, camila, notices.Line{ID: id, Cause: fmt.Sprintf("contest:%d", id)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	requireMark := func(want string, unread int) {
		t.Helper()
		var got string
		err := conn.Pool.QueryRow(t.Context(), "select (select read_to from notice_marks) || ':' || coalesce((select string_agg(notice_id::text, ',') from notice_reads), '')").Scan(&got)
		if err != nil || got != want {
			t.Errorf("mark and reads are %q, want %q: %v", got, want, err)
		}
		requireCount(t, conn, camila, unread)
	}
	read(12)
	requireMark("10:12", 3)
	read(11)
	requireMark("12:", 2)
	read(13, 15)
	requireMark("13:15", 0)
	exec(t, conn, "insert into notices (id, kind, cause, service_id, date_created) values (14, 'contest', 'contest:14', 1, $1)", camila.Now.Add(-20*time.Minute))
	requireMark("13:15", 1)
	requireCount(t, conn, dbtest.Fernando.Caller(), 5)
}

// A mention by the first name reaches everybody of that name, the full name only its person.
func TestList_Namesakes(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	exec(t, conn, "update system_users set name = 'Bruno' where id = $1", dbtest.Camila.ID)
	note := "insert into reception_notes (item_id, text, author_name, date_created) values (1, $1, 'Ivo', $2)"
	exec(t, conn, note, "@bruno acióli, veja", dbtest.Today)
	requireCount(t, conn, dbtest.Bruno.Caller(), 1)
	requireCount(t, conn, dbtest.Camila.Caller(), 0)
	exec(t, conn, "delete from notices")
	exec(t, conn, note, "@Bruno: veja", dbtest.Today)
	requireCount(t, conn, dbtest.Bruno.Caller(), 1)
	requireCount(t, conn, dbtest.Camila.Caller(), 1)
}

// A kind that is off is not there; one by e-mail is sent once, to whom it concerns, with what was joined.
func TestChoose(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	bruno, priscila := dbtest.Bruno.Caller(), dbtest.Priscila.Caller()
	choose := func(by auth.Caller, chosen map[notices.Kind]notices.Delivery) error {
		return notices.Choose(t.Context(), conn.DB, by, chosen)
	}
	if err := choose(bruno, map[notices.Kind]notices.Delivery{notices.Event: notices.Off, notices.Mention: notices.ByMail}); err != nil {
		t.Fatal(err)
	}
	if err := choose(priscila, map[notices.Kind]notices.Delivery{notices.Mention: notices.ByMail, notices.Label: notices.OnPage}); err != nil {
		t.Fatal(err)
	}
	if err := choose(bruno, map[notices.Kind]notices.Delivery{notices.Event: "pombo"}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("an unknown delivery: %v", err)
	}
	happen(t, conn)
	requireCount(t, conn, bruno, 2)
	key, err := encryption.NewKey(bytes.Repeat([]byte("ab"), encryption.KeyBytes/2))
	if err != nil {
		t.Fatal(err)
	}
	mailer := notices.Mailer{DB: conn.DB, Mail: mail.Outbox{Key: key, Configured: true}, Now: func() time.Time { return dbtest.Today }}
	for range 2 {
		if _, err := mailer.Send(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var sent []string
	if err := conn.DB.Raw("select recipient from mails where kind = 'notices'").Scan(&sent).Error; err != nil {
		t.Fatal(err)
	}
	if strings.Join(sent, " ") != dbtest.Bruno.Email {
		t.Errorf("mails went to %q", sent)
	}
	chosen, err := notices.Choices(t.Context(), conn.DB, bruno)
	if err != nil || chosen[notices.Event] != notices.Off || chosen[notices.Label] != notices.OnPage || len(chosen) != 9 {
		t.Errorf("chosen is %v, %v", chosen, err)
	}
}
