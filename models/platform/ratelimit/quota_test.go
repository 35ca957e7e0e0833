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
	if !errs.HasCode(err, errs.CodePayloadTooLarge) || !strings.Contains(errs.As(err).Message, "ainda pode enviar 2 MB") {
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
	if refused := errs.As(err); refused == nil || refused.Code != errs.CodeRateLimited || refused.RetryAfter != time.Hour {
		t.Errorf("beyond the count: %v", err)
	}
	if _, err := take(t, conn, "joão", 0, start); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if next, err := take(t, conn, "ana", 10*megabyte, start.Add(24*time.Hour)); err != nil || next.Left != 2 {
		t.Errorf("the next day: %d left, %v", next.Left, err)
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
