package operators_test

import (
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func reset(t *testing.T, connection *db.Connection, outbox mail.Outbox, token, plain string) error {
	t.Helper()
	return operators.Passwords(outbox).Reset(t.Context(), connection.DB, anonymousFrom("203.0.113.9").At(noon),
		passwordreset.Input{Token: token, Password: plain})
}

// requestReset requests a link and runs the job of the request.
func requestReset(t *testing.T, connection *db.Connection, outbox mail.Outbox, address string) {
	t.Helper()
	request := operators.ResetRequest{Email: address, App: operators.Panel}
	if err := operators.RequestReset(t.Context(), connection.DB, anonymousFrom("203.0.113.9").At(noon), request); err != nil {
		t.Fatal(err)
	}
	desk := passwordreset.Service{DB: connection.DB, Passwords: []passwordreset.Passwords{operators.Passwords(outbox)},
		Now: func() time.Time { return noon }}
	if err := desk.Send(t.Context(), auth.Operator, strings.ToLower(strings.TrimSpace(address))); err != nil {
		t.Fatal(err)
	}
}

// tokenOf returns the token of the link in a message.
func tokenOf(t *testing.T, message mail.Message) string {
	t.Helper()
	link, err := url.Parse(message.Path)
	if err != nil || link.Path != "/nova-senha" || link.Query().Get("token") == "" {
		t.Fatalf("the link is %q (%v)", message.Path, err)
	}
	return link.Query().Get("token")
}

func TestRequestReset(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	seedSession(t, connection, dbtest.Bruno)
	requestReset(t, connection, outbox, " BRUNO@acolhe.test")
	written := messages(t, connection, outbox)
	if len(written) != 1 || written[0].Kind != mail.Reset.Kind || written[0].To != dbtest.Bruno.Email || written[0].Name != "Bruno" ||
		!written[0].Expires.Equal(noon.Add(time.Hour)) {
		t.Fatalf("the letters are %+v", written)
	}
	token := tokenOf(t, written[0])
	if !hasSession(t, connection, dbtest.Bruno) || !canSignIn(t, connection, dbtest.Bruno, dbtest.Password) {
		t.Error("asking alone changed something")
	}
	err := reset(t, connection, outbox, token, "curta")
	if fields := errs.FieldsOf(err); len(fields) != 3 || fields[0].Path != "password" {
		t.Errorf("refused with %v", err)
	}
	if err := reset(t, connection, outbox, token, newPassword); err != nil {
		t.Fatal(err)
	}
	if hasSession(t, connection, dbtest.Bruno) {
		t.Error("the session before is still alive")
	}
	if !canSignIn(t, connection, dbtest.Bruno, newPassword) || canSignIn(t, connection, dbtest.Bruno, dbtest.Password) {
		t.Error("another password than the new one opens")
	}
	wantCode(t, "used", reset(t, connection, outbox, token, "Outra!senha"), operators.CodeTokenInvalid)
	if told := messages(t, connection, outbox); len(told) != 2 || told[1].Kind != mail.PasswordChanged.Kind ||
		told[1].To != dbtest.Bruno.Email {
		t.Errorf("the letters are %+v", told)
	}
	asked, done := events(t, connection, "password.reset_requested"), events(t, connection, "password.reset")
	if len(asked) != 1 || asked[0].Subject != dbtest.Bruno.Email || len(done) != 1 || done[0].Subject != dbtest.Bruno.UserCode ||
		*done[0].IP != "203.0.113.9" {
		t.Errorf("recorded %+v and %+v", asked, done)
	}
}

// A request records the same event and job for every address.
func TestRequestReset_RevealsNothing(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	for i, address := range []string{dbtest.Bruno.Email, "ninguem@acolhe.test", dbtest.Paula.Email, dbtest.Ivo.Email, dbtest.Ana.Email} {
		requestReset(t, connection, outbox, address)
		var enqueued int64
		err := connection.DB.Table("river_job").Where("kind = 'write_reset' and args->>'address' = ? and args->>'to' = 'operator'", address).
			Count(&enqueued).Error
		if err != nil || enqueued != 1 || len(events(t, connection, "password.reset_requested")) != i+1 {
			t.Errorf("%s: %d jobs (%v)", address, enqueued, err)
		}
	}
	// Unknown, pending and inactive operators and other people get no mail.
	if written := messages(t, connection, outbox); len(written) != 1 || written[0].To != dbtest.Bruno.Email {
		t.Errorf("the letters are %+v", written)
	}
}

func TestRequestReset_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for want, request := range map[string]operators.ResetRequest{
		"email": {Email: "bruno", App: operators.Admin}, "app": {Email: dbtest.Bruno.Email, App: "intranet"}, "email app": {},
	} {
		err := operators.RequestReset(t.Context(), connection.DB, anonymousFrom("203.0.113.9").At(noon), request)
		var paths []string
		for _, field := range errs.FieldsOf(err) {
			paths = append(paths, field.Path)
		}
		if got := strings.Join(paths, " "); got != want {
			t.Errorf("%+v: problems at %q, want %q", request, got, want)
		}
	}
	var left int64
	if err := connection.DB.Table("river_job").Count(&left).Error; err != nil || left != 0 {
		t.Errorf("%d jobs are left (%v)", left, err)
	}
}

// A link stays valid when another one is requested, until one of them is used or the e-mail changes.
func TestReset_EarlierLinks(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	valid := func(name string, want bool, of mail.Message) {
		t.Helper()
		if _, err := operators.CheckReset(t.Context(), connection.DB, tokenOf(t, of), noon); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	requestReset(t, connection, outbox, dbtest.Bruno.Email)
	requestReset(t, connection, outbox, dbtest.Bruno.Email)
	written := messages(t, connection, outbox)
	valid("the latest", true, written[1])
	if err := reset(t, connection, outbox, tokenOf(t, written[0]), newPassword); err != nil {
		t.Fatalf("the earlier: %v", err)
	}
	valid("the earlier, used", false, written[0])
	valid("the latest after that", false, written[1])
	requestReset(t, connection, outbox, dbtest.Bruno.Email)
	valid("the earlier, used, after a new request", false, written[0])
	valid("the second, after a new request", false, written[1])
	valid("the new one", true, messages(t, connection, outbox)[3])
}

// One recipient gets at most three mails an hour, from any number of addresses.
func TestRequestReset_LettersLimited(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	for range 5 {
		requestReset(t, connection, outbox, dbtest.Bruno.Email)
	}
	requestReset(t, connection, outbox, dbtest.Camila.Email)
	to := map[string]int{}
	for _, letter := range messages(t, connection, outbox) {
		to[letter.To]++
	}
	if to[dbtest.Bruno.Email] != 3 || to[dbtest.Camila.Email] != 1 {
		t.Errorf("the mails went to %v", to)
	}
}

// Every invalid link has the same message.
func TestReset_InvalidLinks(t *testing.T) {
	t.Parallel()
	connection, outbox := dbtest.New(t), newOutbox(t)
	var said string
	refused := func(name, token string) {
		t.Helper()
		_, dead := operators.CheckReset(t.Context(), connection.DB, token, noon)
		for _, err := range []error{reset(t, connection, outbox, token, newPassword), dead} {
			wantCode(t, name, err, operators.CodeTokenInvalid)
			if said == "" {
				said = errs.As(err).Message
			}
			if errs.As(err).Message != said || errs.As(err).Kind != errs.KindInvalid {
				t.Errorf("%s: %v, want %q", name, err, said)
			}
		}
	}
	refused("none", "")
	refused("unknown", "x")
	requestReset(t, connection, outbox, dbtest.Bruno.Email)
	requestReset(t, connection, outbox, dbtest.Bruno.Email)
	written := messages(t, connection, outbox)
	if err := connection.DB.Exec("update earlier_resets set expires_at = ?", noon).Error; err != nil {
		t.Fatal(err)
	}
	refused("expired, and not the latest", tokenOf(t, written[0]))
	updateOperator(t, connection, "password_reset_expires = ?", noon, dbtest.Bruno.ID)
	refused("expired", tokenOf(t, written[1]))
	seedReset(t, connection, dbtest.Bruno, "terceiro")
	updateOperator(t, connection, "status = 'inactive'", dbtest.Bruno.ID)
	refused("inactive", "terceiro")
	updateOperator(t, connection, "status = 'active'", dbtest.Bruno.ID)
	seedInvite(t, connection, dbtest.Paula, "convite")
	refused("an invite", "convite")
	if err := reset(t, connection, outbox, "terceiro", newPassword); err != nil {
		t.Fatal(err)
	}
	refused("used", "terceiro")
}

// Of two concurrent requests with the same link one succeeds, and the account has its password.
func TestReset_Concurrent(t *testing.T) {
	connection, outbox := patient(t), newOutbox(t)
	seedReset(t, connection, dbtest.Bruno, "link")
	var done atomic.Int64
	var winner atomic.Value
	var calls []func()
	for _, plain := range []string{"Primeira!1", "Segunda!22", "Terceira!3"} {
		calls = append(calls, func() {
			err := reset(t, connection, outbox, "link", plain)
			if err == nil {
				done.Add(1)
				winner.Store(plain)
				return
			}
			wantCode(t, plain, err, operators.CodeTokenInvalid)
		})
	}
	concurrently(t, connection, dbtest.Bruno, calls...)
	if done.Load() != 1 || !canSignIn(t, connection, dbtest.Bruno, winner.Load().(string)) {
		t.Errorf("%d succeeded, the last as %v", done.Load(), winner.Load())
	}
	if told := messages(t, connection, outbox); len(told) != 1 {
		t.Errorf("the letters are %+v", told)
	}
}

// Without mail no token is created.
func TestRequestReset_MailOff(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	requestReset(t, connection, mail.Outbox{}, dbtest.Bruno.Email)
	if row(t, connection, dbtest.Bruno).PasswordResetToken != nil {
		t.Error("a token is stored")
	}
}
