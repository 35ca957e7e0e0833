package associates_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func newOutbox(t *testing.T) mail.Outbox {
	t.Helper()
	key, err := encryption.NewKey(bytes.Repeat([]byte("ab"), encryption.KeyBytes/2))
	if err != nil {
		t.Fatal(err)
	}
	return mail.Outbox{Key: key, Configured: true}
}

func letters(t *testing.T, connection *db.Connection, outbox mail.Outbox) []mail.Message {
	t.Helper()
	var envelopes []mail.Entry
	if err := connection.DB.WithContext(t.Context()).Order("id").Find(&envelopes).Error; err != nil {
		t.Fatal(err)
	}
	opened := make([]mail.Message, len(envelopes))
	for i, envelope := range envelopes {
		var err error
		if opened[i], err = envelope.Decrypt(outbox.Key); err != nil {
			t.Fatal(err)
		}
	}
	return opened
}

func ask(t *testing.T, connection *db.Connection, outbox mail.Outbox, address string) {
	t.Helper()
	if err := associates.RequestReset(t.Context(), connection.DB, auth.Caller{}.At(noon),
		associates.ResetRequest{Email: address}); err != nil {
		t.Fatal(err)
	}
	desk := passwordreset.Service{DB: connection.DB, Passwords: []passwordreset.Passwords{associates.Passwords(outbox)},
		Now: func() time.Time { return noon }}
	if err := desk.Send(t.Context(), auth.Associate, address); err != nil {
		t.Fatal(err)
	}
}

func reset(t *testing.T, connection *db.Connection, outbox mail.Outbox, token, plain string) error {
	t.Helper()
	return associates.Passwords(outbox).Reset(t.Context(), connection.DB, auth.Caller{}.At(noon),
		passwordreset.Input{Token: token, Password: plain})
}

func TestRequestReset_Associate(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	signIn(t, connection, dbtest.Ana.ID)
	ask(t, connection, outbox, dbtest.Ana.Email)
	written := letters(t, connection, outbox)
	if len(written) != 1 || written[0].Kind != mail.Reset.Kind || written[0].To != dbtest.Ana.Email || written[0].Name != dbtest.Ana.Name ||
		!written[0].Expires.Equal(noon.Add(passwordreset.Lifetime)) {
		t.Fatalf("the letters are %+v", written)
	}
	token, found := strings.CutPrefix(written[0].Path, "/cadastro/nova-senha?token=")
	if !found {
		t.Fatalf("the link is %s", written[0].Path)
	}
	err := reset(t, connection, outbox, token, "sete777")
	if fields := errs.FieldsOf(err); len(fields) != 1 || fields[0].Path != "password" {
		t.Errorf("refused with %v", err)
	}
	// Eight characters suffice for an associate's password.
	if err := reset(t, connection, outbox, token, "oito8888"); err != nil {
		t.Fatal(err)
	}
	if !opens(t, connection, dbtest.Ana.ID, "oito8888") {
		t.Error("the password does not open")
	}
	if countRows(t, connection, "users where session_token is not null or password_reset_token is not null") > 0 ||
		liveSessions(t, connection, dbtest.Ana.ID) > 0 {
		t.Error("a session or a link from before still serves")
	}
	if err := reset(t, connection, outbox, token, "nove99999"); !errs.HasCode(err, errs.CodeTokenInvalid) {
		t.Errorf("used again: %v", err)
	}
	if told := letters(t, connection, outbox); len(told) != 2 || told[1].Kind != mail.PasswordChanged.Kind || told[1].To != dbtest.Ana.Email {
		t.Errorf("the letters are %+v", told)
	}
}

// A patient has no login, even with an e-mail; an operator is no associate.
func TestRequestReset_NoLink(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	exec(t, connection, "update users set email_account = 'miguel@exemplo.org.br' where id = ?", dbtest.Miguel.ID)
	for _, address := range []string{"miguel@exemplo.org.br", "ninguem@exemplo.org.br", dbtest.Bruno.Email} {
		ask(t, connection, outbox, address)
	}
	if written := letters(t, connection, outbox); len(written) > 0 {
		t.Errorf("the letters are %+v", written)
	}
	exec(t, connection, "update users set password_reset_token = ?, password_reset_expires = ? where id = ?", secret.Hash("link"),
		noon.Add(time.Hour), dbtest.Miguel.ID)
	if err := reset(t, connection, outbox, "link", "oito8888"); !errs.HasCode(err, errs.CodeTokenInvalid) {
		t.Errorf("a patient's link: %v", err)
	}
}

func opens(t *testing.T, connection *db.Connection, id int64, plain string) bool {
	t.Helper()
	var hash string
	if err := connection.DB.Table("users").Where("id = ?", id).Select("account_password").Scan(&hash).Error; err != nil {
		t.Fatal(err)
	}
	matches, err := password.Matches(t.Context(), hash, plain)
	if err != nil {
		t.Fatal(err)
	}
	return matches
}

func exec(t *testing.T, connection *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if err := connection.DB.WithContext(t.Context()).Exec(statement, arguments...).Error; err != nil {
		t.Fatal(err)
	}
}

func countRows(t *testing.T, connection *db.Connection, from string, arguments ...any) int64 {
	t.Helper()
	var rows int64
	if err := connection.DB.WithContext(t.Context()).Raw("select count(*) from "+from, arguments...).Scan(&rows).Error; err != nil {
		t.Fatal(err)
	}
	return rows
}

// signIn opens a session of an associate.
func signIn(t *testing.T, connection *db.Connection, id int64) {
	t.Helper()
	exec(t, connection, "insert into sessions (token, associate_id, expires_at) values (sha256((?::bigint)::text::bytea), ?, now() + interval '1 day')", id, id)
	exec(t, connection, "update users set session_token = sha256((?::bigint)::text::bytea), session_expires = now() + interval '1 day' where id = ?", id, id)
}

func liveSessions(t *testing.T, connection *db.Connection, id int64) int64 {
	t.Helper()
	return countRows(t, connection, "sessions where ended_at is null and associate_id = ?", id)
}
