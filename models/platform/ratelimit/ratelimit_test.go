package ratelimit_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/errs"
)

var (
	fivePerQuarter = ratelimit.Rule{Name: "test", Limit: 5, Per: 15 * time.Minute}
	start          = dbtest.Today
)

func TestAllow_Window(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for i := range 5 {
		allow(t, conn, "here", start.Add(time.Duration(i)*time.Minute))
	}
	// The window began with the first hit, and refused hits do not extend it.
	for at, left := range map[time.Duration]time.Duration{4 * time.Minute: 11 * time.Minute, 15*time.Minute - time.Second: time.Second} {
		_, err := ratelimit.Allow(t.Context(), conn.DB, fivePerQuarter, "here", start.Add(at))
		refused := errs.As(err)
		if refused == nil || refused.Code != errs.CodeRateLimited || refused.RetryAfter != left {
			t.Errorf("the sixth after %s: %+v", at, err)
		}
	}
	for i := range 5 {
		allow(t, conn, "here", start.Add(15*time.Minute+time.Duration(i)*time.Second))
	}
	refused(t, conn, "here", start.Add(16*time.Minute))
}

func TestAllow_RetryAfter(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	once := ratelimit.Rule{Name: "once", Limit: 1, Per: 5 * time.Minute}
	if _, err := ratelimit.Allow(t.Context(), conn.DB, once, "here", start); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Duration]string{time.Second: "em 5 minutos.", 4*time.Minute + time.Second: "em 1 minuto."} {
		_, err := ratelimit.Allow(t.Context(), conn.DB, once, "here", start.Add(at))
		if refused := errs.As(err); refused == nil || !strings.HasSuffix(refused.Message, want) {
			t.Errorf("after %s: %v, want %s", at, err, want)
		}
	}
}

func TestAllow_SubjectsAndRulesSeparate(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for range 5 {
		allow(t, conn, "here", start)
	}
	refused(t, conn, "here", start)
	allow(t, conn, "there", start)
	other := ratelimit.Rule{Name: "other", Limit: 1, Per: time.Minute}
	if _, err := ratelimit.Allow(t.Context(), conn.DB, other, "here", start); err != nil {
		t.Errorf("another rule: %v", err)
	}
	var keys []string
	if err := conn.DB.Table("rate_limits").Pluck("key", &keys).Error; err != nil || strings.Contains(strings.Join(keys, " "), "here") {
		t.Errorf("the subject is stored: %v (%v)", keys, err)
	}
}

func TestHit_Undo(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	first := allow(t, conn, "here", start)
	for range 4 {
		allow(t, conn, "here", start)
	}
	refused(t, conn, "here", start)
	undo(t, conn, first)
	allow(t, conn, "here", start)
	refused(t, conn, "here", start)

	// Undoing a hit of a past window does not change the next one.
	late := start.Add(15 * time.Minute)
	for range 5 {
		allow(t, conn, "here", late)
	}
	undo(t, conn, first)
	refused(t, conn, "here", late)
}

// Two instances with separate pools share the counters.
func TestAllow_TwoInstances(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	other, err := db.Open(t.Context(), conn.Pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var passed, refused atomic.Int64
	var trying sync.WaitGroup
	for i := range 200 {
		instance := []*db.Connection{conn, other}[i%2]
		trying.Go(func() {
			_, err := ratelimit.Allow(t.Context(), instance.DB, fivePerQuarter, "here", start)
			switch {
			case err == nil:
				passed.Add(1)
			case errs.HasCode(err, errs.CodeRateLimited):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	trying.Wait()
	if passed.Load() != 5 || refused.Load() != 195 {
		t.Errorf("%d passed and %d were refused, want 5 and 195", passed.Load(), refused.Load())
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "::ffff:203.0.113.9": "203.0.113.9", "2001:db8:1:2:3:4:5:6": "2001:db8:1::/56",
		"2001:db8:1:ff::1":  "2001:db8:1::/56",
		"2001:db8:1:100::1": "2001:db8:1:100::/56",
		"fe80::1%eth0":      "fe80::/56", "::1": "::/56", "": "", "nonsense": "nonsense",
	} {
		if got := ratelimit.Network(ip); got != want {
			t.Errorf("%q counts as %q, want %q", ip, got, want)
		}
	}
}

func TestAllowLogin_AddressAndEmail(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for range 20 {
		succeed(t, conn, try(t, conn, "203.0.113.9", "ana@exemplo.org.br"))
	}
	for range 5 {
		try(t, conn, "203.0.113.9", "ana@exemplo.org.br")
	}
	refusedTry(t, conn, "203.0.113.9", "ana@exemplo.org.br")
	try(t, conn, "203.0.113.9", "joao@exemplo.org.br")
	try(t, conn, "203.0.113.10", "ana@exemplo.org.br")
}

func TestAllowLogin_Address(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	first := try(t, conn, "203.0.113.9", "0@exemplo.org.br")
	for i := range 29 {
		try(t, conn, "203.0.113.9", fmt.Sprintf("%d@exemplo.org.br", i+1))
	}
	refusedTry(t, conn, "203.0.113.9", "30@exemplo.org.br")
	try(t, conn, "203.0.113.10", "30@exemplo.org.br")
	// Logins that were refused because of the address do not count for the e-mail.
	succeed(t, conn, first)
	for range 10 {
		refused := try(t, conn, "203.0.113.9", "30@exemplo.org.br")
		refusedTry(t, conn, "203.0.113.9", "30@exemplo.org.br")
		succeed(t, conn, refused)
	}
}

func allow(t *testing.T, conn *db.Connection, subject string, now time.Time) ratelimit.Hit {
	t.Helper()
	hit, err := ratelimit.Allow(t.Context(), conn.DB, fivePerQuarter, subject, now)
	if err != nil {
		t.Fatal(err)
	}
	return hit
}

func refused(t *testing.T, conn *db.Connection, subject string, now time.Time) {
	t.Helper()
	if _, err := ratelimit.Allow(t.Context(), conn.DB, fivePerQuarter, subject, now); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Fatalf("one too many: %v", err)
	}
}

func undo(t *testing.T, conn *db.Connection, hit ratelimit.Hit) {
	t.Helper()
	if err := hit.Undo(t.Context(), conn.DB); err != nil {
		t.Fatal(err)
	}
}

func try(t *testing.T, conn *db.Connection, ip, email string) ratelimit.Login {
	t.Helper()
	login, err := ratelimit.AllowLogin(t.Context(), conn.DB, ip, email, start)
	if err != nil {
		t.Fatal(err)
	}
	return login
}

func refusedTry(t *testing.T, conn *db.Connection, ip, email string) {
	t.Helper()
	if _, err := ratelimit.AllowLogin(t.Context(), conn.DB, ip, email, start); !errs.HasCode(err, errs.CodeRateLimited) {
		t.Fatalf("%s from %s: %v", email, ip, err)
	}
}

func succeed(t *testing.T, conn *db.Connection, login ratelimit.Login) {
	t.Helper()
	if err := login.Undo(t.Context(), conn.DB); err != nil {
		t.Fatal(err)
	}
}
