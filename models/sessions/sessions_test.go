package sessions_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// sessionStore is one of the two stores with a person who can sign in.
type sessionStore struct {
	sessions.Store
	by    auth.Caller
	table string
}

func stores(conn *db.Connection) map[string]sessionStore {
	return map[string]sessionStore{
		"operators":  {sessions.Operators(conn, time.Now), caller(auth.Operator, dbtest.Bruno.ID), "system_users"},
		"associates": {sessions.Associates(conn, time.Now), caller(auth.Associate, dbtest.Ana.ID), "users"},
	}
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

func caller(kind auth.Kind, id int64) auth.Caller {
	return auth.Caller{Kind: kind, ID: id, Origin: auth.Origin{IP: "fe80::1%eth0", UserAgent: firefox}, Now: time.Now()}
}

func TestFindCtx_ReadsRow(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "first")
		by, live := store.find(t, "first")
		if !live || by.Kind != store.by.Kind || by.ID != store.by.ID || by.Email == "" || by.Name == "" || by.Code == "" || by.Session == 0 {
			t.Errorf("%s: found %+v", name, by)
		}
		for _, other := range []string{"", "First", "first ", strings.Repeat("x", 10_000), "\x00\xff"} {
			if by, live := store.find(t, other); live {
				t.Errorf("%s: %q is %+v", name, other, by)
			}
		}
	}
	execute(t, conn, "update users set name = null, last_name = null where id = $1", dbtest.Ana.ID)
	if by, _ := stores(conn)["associates"].find(t, "first"); by.FullName() != dbtest.Ana.FullName() {
		t.Errorf("an associate without parts of a name is %+v", by)
	}
}

func TestCommitCtx_SeveralDevices(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "first")
		store.open(t, "second")
		store.mustBe(t, name, map[string]bool{"first": true, "second": true})
		store.mustHold(t, conn, "second")
		if err := store.DeleteCtx(t.Context(), store.token("second")); err != nil {
			t.Fatal(err)
		}
		store.mustBe(t, name, map[string]bool{"first": true, "second": false})
		store.mustHold(t, conn, "first")
	}
}

func TestCommitCtx_MoreThanTwenty(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "0")
		var opening sync.WaitGroup
		for i := range 19 {
			opening.Go(func() { store.open(t, string(rune('a'+i))) })
		}
		opening.Wait()
		store.mustBe(t, name, map[string]bool{"0": true, "a": true, "s": true})
		store.open(t, "last")
		store.mustBe(t, name, map[string]bool{"0": false, "a": true, "s": true, "last": true})
		store.mustHold(t, conn, "last")
	}
	if ended, err := sessions.FindEnded(t.Context(), conn.DB, stores(conn)["operators"].token("0")); err != nil ||
		ended.Reason != sessions.Replaced {
		t.Errorf("the oldest ended as %+v, %v", ended, err)
	}
}

func TestCommitCtx_Extends(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "first")
		store.open(t, "second")
		for token, inColumns := range map[string]int{"first": 0, "second": 1} {
			expiry := time.Now().Add(300 * time.Hour).Truncate(time.Second)
			store.commit(t, token, expiry, map[string]any{"person": store.by.At(expiry)})
			if n := number(t, conn, "select count(*) from sessions where token = $1 and expires_at = $2 and last_used_at = $2",
				secret.Hash(store.token(token)), expiry); n != 1 {
				t.Errorf("%s: %s is not extended", name, token)
			}
			if n := number(t, conn, "select count(*) from "+store.table+" where session_expires = $1", expiry); n != inColumns {
				t.Errorf("%s: %d rows hold the expiry of %s, want %d", name, n, token, inColumns)
			}
			execute(t, conn, "update "+store.table+" set session_expires = now() where session_token is not null")
		}
	}
}

// A running request may extend its session, but does not restore a session that a logout has ended
// meanwhile.
func TestCommitCtx_EndedSession(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "first")
		if err := store.DeleteCtx(t.Context(), store.token("first")); err != nil {
			t.Fatal(err)
		}
		store.commit(t, "first", time.Now().Add(time.Hour), map[string]any{"person": store.by})
		store.mustBe(t, name, map[string]bool{"first": false})
		store.mustHold(t, conn, "")
	}
}

func TestFindCtx_NotAllowed(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, store := range stores(conn) {
		store.open(t, "live")
		store.mustBe(t, name, map[string]bool{"live": true})
	}
	execute(t, conn, "update system_users set status = 'inactive' where id = $1", dbtest.Bruno.ID)
	execute(t, conn, "update users set status = 'patient', associate_status = null, responsible_code = $2 where id = $1",
		dbtest.Ana.ID, dbtest.Joao.UserCode)
	for name, store := range stores(conn) {
		store.mustBe(t, name, map[string]bool{"live": false})
		store.open(t, "later")
		store.mustBe(t, name, map[string]bool{"later": false})
	}
}

func TestFindEnded_Reasons(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	store := stores(conn)["operators"]
	bruno, ctx := store.by, t.Context()
	for want, end := range map[sessions.Reason]func() error{
		sessions.SignedOut: func() error { return store.DeleteCtx(ctx, store.token(string(sessions.SignedOut))) },
		sessions.EndedElsewhere: func() error {
			_, err := sessions.EndOthers(ctx, conn.DB, bruno)
			return err
		},
		sessions.PasswordChanged: func() error {
			return sessions.EndAll(ctx, conn.DB, auth.Operator, bruno.ID, sessions.PasswordChanged)
		},
		sessions.SwitchedOff: func() error {
			return sessions.EndAll(ctx, conn.DB, auth.Operator, bruno.ID, sessions.SwitchedOff)
		},
		sessions.Expired: func() error {
			execute(t, conn, "update sessions set expires_at = now() where ended_at is null")
			return nil
		},
	} {
		token := string(want)
		store.open(t, token)
		if live, err := sessions.FindEnded(ctx, conn.DB, store.token(token)); err != nil || live != (sessions.Ended{}) {
			t.Errorf("a live session is %+v, %v", live, err)
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		ended, err := sessions.FindEnded(ctx, conn.DB, store.token(token))
		if err != nil || ended != (sessions.Ended{Reason: want, OperatorID: bruno.ID, Email: dbtest.Bruno.Email}) {
			t.Errorf("%s: %+v, %v", want, ended, err)
		}
		store.mustHold(t, conn, map[bool]string{true: token}[want == sessions.Expired])
	}
	for _, unknown := range []string{"", "x", "\xff"} {
		if ended, err := sessions.FindEnded(ctx, conn.DB, unknown); err != nil || ended != (sessions.Ended{}) {
			t.Errorf("%q: %+v, %v", unknown, ended, err)
		}
	}
}

func TestEnd_OwnSessionsAlone(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	store, camila := stores(conn)["operators"], sessionStore{sessions.Operators(conn, time.Now), caller(auth.Operator, dbtest.Camila.ID), "system_users"}
	store.open(t, "desk")
	store.open(t, "phone")
	store.open(t, "tablet")
	camila.open(t, "camila")
	desk, _ := store.find(t, "desk")
	desk.Now = time.Now()
	devices, err := sessions.List(t.Context(), conn.DB, desk)
	if err != nil || len(devices) != 3 || !devices[0].IsCurrent || devices[1].IsCurrent || devices[0].Device != "Firefox no Linux" ||
		devices[0].IP != "fe80::1" {
		t.Fatalf("the devices are %+v, %v", devices, err)
	}
	theirs, _ := camila.find(t, "camila")
	if err := sessions.End(t.Context(), conn.DB, desk, theirs.Session); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("somebody else's: %v", err)
	}
	if err := sessions.End(t.Context(), conn.DB, desk, devices[1].ID); err != nil {
		t.Fatal(err)
	}
	if err := sessions.End(t.Context(), conn.DB, desk, devices[1].ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("ended already: %v", err)
	}
	store.mustBe(t, "one", map[string]bool{"desk": true, "phone": true, "tablet": false})
	if ended, err := sessions.EndOthers(t.Context(), conn.DB, desk); err != nil || ended != 1 {
		t.Errorf("%d others ended, %v", ended, err)
	}
	store.mustBe(t, "others", map[string]bool{"desk": true, "phone": false, "tablet": false})
	camila.mustBe(t, "Camila", map[string]bool{"camila": true})
	store.mustHold(t, conn, "desk")
}

// token returns a token that the other store does not have.
func (d sessionStore) token(name string) string { return d.table + " " + name }

func (d sessionStore) open(t *testing.T, token string) {
	t.Helper()
	d.commit(t, token, time.Now().Add(time.Hour), map[string]any{"person": d.by.At(time.Now()), "opened": true})
}

func (d sessionStore) commit(t *testing.T, token string, expiry time.Time, values map[string]any) {
	t.Helper()
	raw, err := sessions.Codec{}.Encode(expiry, values)
	if err != nil {
		t.Error(err)
	}
	if err := d.CommitCtx(t.Context(), d.token(token), raw, expiry); err != nil {
		t.Error(err)
	}
}

func (d sessionStore) find(t *testing.T, token string) (auth.Caller, bool) {
	t.Helper()
	raw, live, err := d.FindCtx(t.Context(), d.token(token))
	if err != nil {
		t.Fatal(err)
	}
	if !live {
		return auth.Caller{}, false
	}
	_, values, err := sessions.Codec{}.Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	return values["person"].(auth.Caller), true
}

func (d sessionStore) mustBe(t *testing.T, name string, wanted map[string]bool) {
	t.Helper()
	for token, want := range wanted {
		if by, live := d.find(t, token); live != want {
			t.Errorf("%s: session %q is live: %v (%+v), want %v", name, token, live, by, want)
		}
	}
}

// mustHold checks that the columns of the person hold this session; none if the token is empty.
func (d sessionStore) mustHold(t *testing.T, conn *db.Connection, token string) {
	t.Helper()
	var hash []byte
	if token != "" {
		hash = secret.Hash(d.token(token))
	}
	if n := number(t, conn, "select count(*) from "+d.table+" where id = $1 and session_token is not distinct from $2", d.by.ID,
		hash); n != 1 {
		t.Errorf("%s: the columns do not hold %q", d.table, token)
	}
}

func number(t *testing.T, conn *db.Connection, query string, arguments ...any) (n int) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), query, arguments...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func execute(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}
