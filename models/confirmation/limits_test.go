package confirmation_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/models/confirmation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const address = "sandra@exemplo.org.br"

var now = dbtest.Today.Add(time.Hour)

// from returns a caller of a network at a time.
func from(ip string, at time.Time) auth.Caller {
	return auth.Caller{Now: at, Origin: auth.Origin{IP: ip}}
}

func begin(t *testing.T, conn *db.Connection, by auth.Caller, email string) error {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = confirmation.Begin(t.Context(), conn.DB, by, mail.Outbox{Key: key, Configured: true}, confirmation.BeginInput{Email: email})
	return err
}

// One network asks for ten codes in a quarter of an hour, whatever the addresses; another network is not held up.
func TestBegin_NetworkLimit(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := from("203.0.113.7", now)
	for i := range 10 {
		if err := begin(t, conn, by, "pessoa"+strconv.Itoa(i)+"@exemplo.org.br"); err != nil {
			t.Fatal(err)
		}
	}
	if err := begin(t, conn, by, address); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Errorf("the eleventh: %v", err)
	}
	if err := begin(t, conn, from("198.51.100.9", now), address); err != nil {
		t.Errorf("another network: %v", err)
	}
}

// An address gets ten codes a day, from however many networks they are asked for.
func TestBegin_DayLimit(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for i := range 10 {
		by := from("198.51."+strconv.Itoa(i+1)+".9", now.Add(time.Duration(i)*20*time.Minute))
		if err := begin(t, conn, by, address); err != nil {
			t.Fatal(err)
		}
	}
	by := from("198.51.200.9", now.Add(4*time.Hour))
	if err := begin(t, conn, by, address); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Errorf("the eleventh of the day: %v", err)
	}
	if err := begin(t, conn, by, "outra@exemplo.org.br"); err != nil {
		t.Errorf("another address: %v", err)
	}
}

// Within a minute no other code is sent; the one that was sent is the one that serves.
func TestBegin_Pause(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, c := range []struct {
		after   time.Duration
		letters int
	}{{0, 1}, {59 * time.Second, 1}, {60 * time.Second, 2}} {
		if err := begin(t, conn, from("203.0.113.7", now.Add(c.after)), address); err != nil {
			t.Fatal(err)
		}
		var letters int
		if err := conn.Pool.QueryRow(t.Context(), "select count(*) from mails").Scan(&letters); err != nil || letters != c.letters {
			t.Errorf("after %v there are %d letters: %v", c.after, letters, err)
		}
	}
}

// Five wrong codes close a code, and fifteen minutes do.
func TestConfirmRegistration_Limits(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := from("203.0.113.7", now)
	if err := begin(t, conn, by, address); err != nil {
		t.Fatal(err)
	}
	late := from("203.0.113.7", now.Add(15*time.Minute))
	if _, err := confirmation.ConfirmRegistration(t.Context(), conn.DB, late, address, "x"); !says(err, "O código venceu.") {
		t.Errorf("after fifteen minutes: %v", err)
	}
	for _, want := range []string{"Restam 4", "Restam 3", "Restam 2", "Resta 1", "Muitas tentativas.", "Muitas tentativas."} {
		if _, err := confirmation.ConfirmRegistration(t.Context(), conn.DB, by, address, "x"); !says(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// says reports whether an error is about the code, in these words.
func says(err error, words string) bool {
	fields := errs.FieldsOf(err)
	return len(fields) == 1 && fields[0].Path == "code" && strings.Contains(fields[0].Message, words)
}
