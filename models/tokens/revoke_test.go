package tokens_test

import (
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/tokens"
	"acolhe/models/types/errs"
)

func TestRevoke(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	token, err := tokens.Revoke(t.Context(), conn.DB, camila.At(now), dbtest.SiteToken.ID)
	if err != nil || token.Name != dbtest.SiteToken.Name || token.StatusAt(now) != tokens.Revoked {
		t.Fatalf("revoked %+v, %v", token, err)
	}
	if _, err := tokens.Resolve(t.Context(), conn.Pool, dbtest.SiteToken.Plaintext, now); !errs.HasCode(err, errs.CodeUnauthorized) {
		t.Errorf("it still comes in: %v", err)
	}
	// Revoking again changes and records nothing.
	again, err := tokens.Revoke(t.Context(), conn.DB, camila.At(now.Add(time.Hour)), dbtest.SiteToken.ID)
	if err != nil || !again.RevokedAt.Equal(now) {
		t.Errorf("again: %v, %v", again.RevokedAt, err)
	}
	if events := count(t, conn, "select count(*) from security_events where kind = 'token.revoked' and subject = $1",
		dbtest.SiteToken.Prefix()); events != 1 {
		t.Errorf("%d events", events)
	}
	if _, err := tokens.Revoke(t.Context(), conn.DB, camila.At(now), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
	if live := count(t, conn, "select count(*) from users_api where revoked_at is null"); live != 2 {
		t.Errorf("%d tokens are not revoked, want the other two", live)
	}
}

func TestRestore_Window(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	id, plaintext := dbtest.SiteToken.ID, dbtest.SiteToken.Plaintext
	if _, err := tokens.Restore(t.Context(), conn.DB, camila.At(now), id); err != nil {
		t.Errorf("one that is not revoked: %v", err)
	}
	revoke := func() {
		t.Helper()
		if _, err := tokens.Revoke(t.Context(), conn.DB, camila.At(now), id); err != nil {
			t.Fatal(err)
		}
	}
	revoke()
	token, err := tokens.Restore(t.Context(), conn.DB, camila.At(now.Add(tokens.RestoreWindow)), id)
	if err != nil || token.RevokedAt != nil {
		t.Errorf("in time: %v, %v", token.RevokedAt, err)
	}
	if _, err := tokens.Resolve(t.Context(), conn.Pool, plaintext, now); err != nil {
		t.Errorf("it does not serve again: %v", err)
	}
	revoke()
	if _, err := tokens.Restore(t.Context(), conn.DB, camila.At(now.Add(tokens.RestoreWindow+time.Microsecond)), id); !errs.HasCode(err,
		errs.CodeConflict) {
		t.Errorf("too late: %v", err)
	}
	if _, err := tokens.Resolve(t.Context(), conn.Pool, plaintext, now); !errs.HasCode(err, errs.CodeUnauthorized) {
		t.Errorf("it came back too late: %v", err)
	}
	if _, err := tokens.Restore(t.Context(), conn.DB, camila.At(now), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
	if events := count(t, conn, "select count(*) from security_events where kind = 'token.restored' and subject = $1",
		dbtest.SiteToken.Prefix()); events != 1 {
		t.Errorf("%d events", events)
	}
}

// Two concurrent requests revoke the token once.
func TestRevoke_Concurrent(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for round := range 20 {
		if _, err := conn.Pool.Exec(t.Context(), "update users_api set revoked_at = null where id = $1", dbtest.SiteToken.ID); err != nil {
			t.Fatal(err)
		}
		var revoking sync.WaitGroup
		for range 6 {
			revoking.Go(func() {
				if _, err := tokens.Revoke(t.Context(), conn.DB, camila.At(now), dbtest.SiteToken.ID); err != nil {
					t.Error(err)
				}
			})
		}
		revoking.Wait()
		if events := count(t, conn, "select count(*) from security_events where kind = 'token.revoked'"); events != round+1 {
			t.Fatalf("after round %d there are %d events", round, events)
		}
	}
}
