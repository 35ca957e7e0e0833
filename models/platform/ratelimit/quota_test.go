package ratelimit_test

import (
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

const megabyte = 1 << 20

var smallQuota = ratelimit.Quota{Name: "test", Count: 3, Bytes: 10 * megabyte}

func take(t *testing.T, conn *db.Connection, subject string, bytes int64, now time.Time) (ratelimit.Use, error) {
	t.Helper()
	return smallQuota.Take(t.Context(), conn.DB, subject, bytes, now)
}

// A quota counts uses and bytes of each subject in a day; what was refused or given back does not count.
func TestTake(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := take(t, conn, "ana", 11*megabyte, start); !errs.HasCode(err, errs.CodePayloadTooLarge) {
		t.Errorf("beyond the bytes at once: %v", err)
	}
	first, err := take(t, conn, "ana", 8*megabyte, start)
	if err != nil || first.Left != 2 {
		t.Fatalf("%d left, %v", first.Left, err)
	}
	_, err = take(t, conn, "ana", 3*megabyte, start.Add(time.Hour))
	if !errs.HasCode(err, errs.CodePayloadTooLarge) ||
		!strings.Contains(strings.ReplaceAll(errs.As(err).Message, "\u00a0", " "),
			"limite de 3 envios e 10 MB por dia: hoje ainda há lugar para 2 MB. Envie um arquivo menor, ou espere 23") {
		t.Errorf("beyond the bytes: %v", err)
	}
	if err := first.Undo(t.Context(), conn.DB); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := take(t, conn, "ana", 3*megabyte, start.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	_, err = take(t, conn, "ana", 0, start.Add(23*time.Hour))
	if refused := errs.As(err); refused == nil || refused.Code != errs.CodeRateLimited || refused.RetryAfter != time.Hour ||
		!strings.Contains(strings.ReplaceAll(refused.Message, "\u00a0", " "),
			"3 envios e 10 MB por dia já foi usado. Ele abre de novo em 1 h 00.") {
		t.Errorf("beyond the count: %v", err)
	}
	if _, err := take(t, conn, "joão", 0, start); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if next, err := take(t, conn, "ana", 10*megabyte, start.Add(24*time.Hour)); err != nil || next.Left != 2 {
		t.Errorf("the next day: %d left, %v", next.Left, err)
	}
}

// What is left is said from the last fifth on, by count or by bytes, and not after the day.
func TestRest(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	quota := ratelimit.Quota{Name: "rest", Count: 10, Bytes: 10 * megabyte, One: "arquivo", Many: "arquivos"}
	words := func(subject string, now time.Time) string {
		t.Helper()
		rest, err := quota.Rest(t.Context(), conn.DB, subject, now)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(rest.Words(), "\u00a0", " ")
	}
	use := func(subject string, bytes int64) {
		t.Helper()
		if _, err := quota.Take(t.Context(), conn.DB, subject, bytes, start); err != nil {
			t.Fatal(err)
		}
	}
	for range 7 {
		use("ana", megabyte/2)
	}
	if said := words("ana", start); said != "" {
		t.Errorf("with 3 of 10 left it says %q", said)
	}
	use("ana", megabyte/2)
	const limit = " O limite é de 10 arquivos e 10 MB por dia e abre de novo em "
	if said := words("ana", start.Add(time.Hour)); said != "Hoje ainda há lugar para 2 arquivos e 6 MB."+limit+"23 h 00." {
		t.Errorf("with 2 of 10 left it says %q", said)
	}
	if said := words("ana", start.Add(25*time.Hour)); said != "" {
		t.Errorf("the next day it says %q", said)
	}
	use("joão", 9*megabyte+megabyte/2)
	if said := words("joão", start); said != "Hoje ainda há lugar para 9 arquivos e menos de 1 MB."+limit+"1 dia." {
		t.Errorf("with little space left it says %q", said)
	}
	if said := words("carla", start); said != "" {
		t.Errorf("to somebody else it says %q", said)
	}
}

// Uses at once do not exceed a quota.
func TestTake_AtOnce(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var callers sync.WaitGroup
	var taken atomic.Int32
	for range 20 {
		callers.Go(func() {
			if _, err := take(t, conn, "ana", megabyte, start); err == nil {
				taken.Add(1)
			} else if !errs.HasCode(err, errs.CodeRateLimited) {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if taken.Load() != 3 {
		t.Errorf("%d uses", taken.Load())
	}
}
