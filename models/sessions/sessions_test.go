package sessions_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
)

// sessionStore is one of the two stores with a person who can sign in.
type sessionStore struct {
	sessions.Store
	by auth.Caller
}

func stores(conn *db.Connection) map[string]sessionStore {
	return map[string]sessionStore{
		"operators":  {sessions.Operators(conn.Pool), auth.Caller{Kind: auth.Operator, ID: dbtest.Bruno.ID}},
		"associates": {sessions.Associates(conn.Pool), auth.Caller{Kind: auth.Associate, ID: dbtest.Ana.ID}},
	}
}

func TestFindCtx_ReadsRow(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, door := range stores(conn) {
		door.open(t, "first")
		by, live := door.find(t, "first")
		if !live || by.Kind != door.by.Kind || by.ID != door.by.ID || by.Email == "" || by.Name == "" || by.Code == "" {
			t.Errorf("%s: found %+v", name, by)
		}
		for _, other := range []string{"", "First", "first ", strings.Repeat("x", 10_000), "\x00\xff"} {
			if by, live := door.find(t, other); live {
				t.Errorf("%s: %q is %+v", name, other, by)
			}
		}
	}
	execute(t, conn, "update users set name = null, last_name = null where id = $1", dbtest.Ana.ID)
	if by, _ := stores(conn)["associates"].find(t, "first"); by.FullName() != dbtest.Ana.FullName() {
		t.Errorf("an associate without parts of a name is %+v", by)
	}
}

func TestCommitCtx_SecondLogin(t *testing.T) {
	t.Parallel()
	for name, door := range stores(dbtest.New(t)) {
		door.open(t, "first")
		door.open(t, "second")
		door.mustBe(t, name, map[string]bool{"first": false, "second": true})
	}
}

// A running request may extend its session, but does not restore a session that a logout or another
// login has ended meanwhile.
func TestCommitCtx_EndedSession(t *testing.T) {
	t.Parallel()
	for name, door := range stores(dbtest.New(t)) {
		door.open(t, "first")
		door.open(t, "second")
		door.prolong(t, "first")
		door.mustBe(t, name, map[string]bool{"first": false, "second": true})
		if err := door.DeleteCtx(t.Context(), "second"); err != nil {
			t.Fatal(err)
		}
		door.prolong(t, "second")
		door.mustBe(t, name, map[string]bool{"first": false, "second": false})
	}
}

func TestFindCtx_NotAllowed(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, door := range stores(conn) {
		door.open(t, "live")
		door.mustBe(t, name, map[string]bool{"live": true})
	}
	execute(t, conn, "update system_users set status = 'inactive' where id = $1", dbtest.Bruno.ID)
	execute(t, conn, "update users set status = 'patient', associate_status = null, responsible_code = $2 where id = $1",
		dbtest.Ana.ID, dbtest.Joao.UserCode)
	for name, door := range stores(conn) {
		door.mustBe(t, name, map[string]bool{"live": false})
	}
	patient := sessionStore{sessions.Associates(conn.Pool), auth.Caller{Kind: auth.Associate, ID: dbtest.Miguel.ID}}
	patient.open(t, "patient")
	patient.mustBe(t, "patient", map[string]bool{"patient": false})
}

func (d sessionStore) open(t *testing.T, token string) {
	t.Helper()
	d.commit(t, token, map[string]any{"person": d.by, "opened": true})
}

func (d sessionStore) prolong(t *testing.T, token string) {
	t.Helper()
	d.commit(t, token, map[string]any{"person": d.by})
}

func (d sessionStore) commit(t *testing.T, token string, values map[string]any) {
	t.Helper()
	expiry := time.Now().Add(time.Hour)
	raw, err := sessions.Codec{}.Encode(expiry, values)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.CommitCtx(t.Context(), token, raw, expiry); err != nil {
		t.Fatal(err)
	}
}

func (d sessionStore) find(t *testing.T, token string) (auth.Caller, bool) {
	t.Helper()
	raw, live, err := d.FindCtx(t.Context(), token)
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

func execute(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}
