package ratelimit_test

import (
	"fmt"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/errs"
)

// After 50 failures from as many addresses each attempt waits, twice as long as the one before; other
// accounts are not affected.
func TestAllowLogin_Account(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	at := start
	for i := range 50 {
		if _, err := from(t, conn, i, at); err != nil {
			t.Fatalf("attempt %d: %v", i, err)
		}
		at = at.Add(20 * time.Second)
	}
	at = at.Add(-20 * time.Second)
	for i, wait := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 64} {
		_, err := from(t, conn, 60+i, at.Add(time.Second))
		if refused := errs.As(err); refused == nil || refused.Code != errs.CodeRateLimited || refused.RetryAfter != wait*time.Minute-time.Second {
			t.Fatalf("wait %d: %v", i, err)
		}
		at = at.Add(wait * time.Minute)
		if _, err := from(t, conn, 70+i, at); err != nil {
			t.Fatalf("after wait %d: %v", i, err)
		}
	}
	if _, err := ratelimit.AllowLogin(t.Context(), conn.DB, "198.51.100.1", "joao@exemplo.org.br", at); err != nil {
		t.Errorf("another account: %v", err)
	}
	if _, err := from(t, conn, 90, at.Add(24*time.Hour)); err != nil {
		t.Errorf("a day later: %v", err)
	}
	if _, err := from(t, conn, 91, at.Add(24*time.Hour)); err != nil {
		t.Errorf("the count did not begin again: %v", err)
	}
}

// Successful logins do not count, and an hour without an attempt resets the count.
func TestAllowLogin_AccountReset(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for i := range 120 {
		login, err := from(t, conn, i, start)
		if err != nil {
			t.Fatalf("login %d: %v", i, err)
		}
		succeed(t, conn, login)
	}
	for i := range 49 {
		if _, err := from(t, conn, i, start); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 50 {
		if _, err := from(t, conn, 50+i, start.Add(time.Hour)); err != nil {
			t.Fatalf("attempt %d of the next hour: %v", i, err)
		}
	}
	if _, err := from(t, conn, 101, start.Add(time.Hour)); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Errorf("one too many: %v", err)
	}
}

// from tries to log in as Ana from one of many addresses.
func from(t *testing.T, conn *db.Connection, i int, now time.Time) (ratelimit.Login, error) {
	t.Helper()
	return ratelimit.AllowLogin(t.Context(), conn.DB, fmt.Sprintf("198.51.%d.7", i), "ana@exemplo.org.br", now)
}
