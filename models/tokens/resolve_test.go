package tokens_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func TestResolve_SameMessage(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	soon := now.Add(time.Hour)
	short := issue(t, conn, tokens.IssueInput{ExpiresAt: &soon})
	if _, err := tokens.Resolve(t.Context(), conn.Pool, short.Token, soon.Add(-time.Microsecond)); err != nil {
		t.Errorf("just before its end: %v", err)
	}
	words := map[string]bool{}
	for name, plaintext := range map[string]string{
		"at its end":     short.Token,
		"expired":        dbtest.ExpiredToken.Plaintext,
		"revoked":        dbtest.RevokedToken.Plaintext,
		"unknown":        "ac_000000000000_" + strings.Repeat("x", 43),
		"one letter off": dbtest.SiteToken.Plaintext[:len(dbtest.SiteToken.Plaintext)-1] + "x",
		"the prefix":     "ac_" + dbtest.SiteToken.Prefix(),
		"empty":          "",
		"binary":         "ac_\x00\xff",
		"very long":      "ac_" + strings.Repeat("x", 1<<20),
	} {
		by, err := tokens.Resolve(t.Context(), conn.Pool, plaintext, soon)
		if !errs.HasCode(err, errs.CodeUnauthorized) || by.IsKnown() {
			t.Errorf("%s comes in as %+v, %v", name, by, err)
			continue
		}
		words[errs.As(err).Message] = true
	}
	if len(words) != 1 {
		t.Errorf("refusals tell themselves apart: %v", words)
	}
}

// countWrites installs a trigger that counts the updates of tokens.
func countWrites(t *testing.T, conn *db.Connection) (writes func() int) {
	t.Helper()
	_, err := conn.Pool.Exec(t.Context(), `create table writes (at timestamptz);
		create function note_write() returns trigger language plpgsql as $$ begin insert into writes values (new.last_used_at); return new; end $$;
		create trigger note_write after update on users_api for each row execute function note_write()`)
	if err != nil {
		t.Fatal(err)
	}
	return func() int { return count(t, conn, "select count(*) from writes") }
}

func TestResolve_RecordsUseOncePerMinute(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	writes := countWrites(t, conn)
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {0, 1}, {time.Second, 1}, {59 * time.Second, 1}, {time.Minute, 2}, {90 * time.Second, 2}, {2 * time.Minute, 3}} {
		if _, err := tokens.Resolve(t.Context(), conn.Pool, dbtest.SiteToken.Plaintext, now.Add(c.after)); err != nil {
			t.Fatal(err)
		}
		if got := writes(); got != c.want {
			t.Errorf("after %s: %d writes, want %d", c.after, got, c.want)
		}
	}
	token, err := tokens.Find(t.Context(), conn.DB, dbtest.Camila.Caller(), dbtest.SiteToken.ID)
	if err != nil || token.LastUsedAt == nil || !token.LastUsedAt.Equal(now.Add(2*time.Minute)) {
		t.Errorf("last used at %v, %v", token.LastUsedAt, err)
	}
}

// Concurrent requests with the same token store its use once.
func TestResolve_ConcurrentUse(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	writes := countWrites(t, conn)
	for minute := range 5 {
		at := now.Add(time.Duration(minute) * time.Minute)
		var asking sync.WaitGroup
		for range 40 {
			asking.Go(func() {
				if _, err := tokens.Resolve(t.Context(), conn.Pool, dbtest.SiteToken.Plaintext, at); err != nil {
					t.Error(err)
				}
			})
		}
		asking.Wait()
		if got := writes(); got != minute+1 {
			t.Fatalf("in minute %d there are %d writes", minute, got)
		}
	}
}

// A request does not wait for a lock of the row, such as that of a revocation.
func TestResolve_LockedRow(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	writes := countWrites(t, conn)
	holder, err := conn.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Exec(t.Context(), "select 1 from users_api where id = $1 for update", dbtest.SiteToken.ID); err != nil {
		t.Fatal(err)
	}
	// The database's own lock timeout is longer than this one.
	patience, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	by, err := tokens.Resolve(patience, conn.Pool, dbtest.SiteToken.Plaintext, now)
	if err != nil || patience.Err() != nil || by.ID != dbtest.SiteToken.ID {
		t.Errorf("comes in as %+v, %v, %v", by, err, patience.Err())
	}
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := writes(); got != 0 {
		t.Errorf("%d writes", got)
	}
}

func TestResolve_ReadOnly(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	_, err := conn.Pool.Exec(t.Context(), `create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
		create trigger refuse before update on users_api for each row execute function refuse()`)
	if err != nil {
		t.Fatal(err)
	}
	by, err := tokens.Resolve(t.Context(), conn.Pool, dbtest.PartnerToken.Plaintext, now)
	if err != nil || by.Kind != auth.Token || by.InternalCode != dbtest.DraRenata.Code {
		t.Errorf("comes in as %+v, %v", by, err)
	}
}
