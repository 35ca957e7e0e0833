package dbtest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// lockWithin is the timeout of AwaitLock, enough for a machine that is busy with other tests.
const lockWithin = time.Minute

// AwaitLock blocks until this many sessions of the test's database wait for locks. Tests use it
// to bring concurrent changes of one row into a known order.
func AwaitLock(t testing.TB, pool *pgxpool.Pool, sessions int) {
	t.Helper()
	const waiting = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(lockWithin); ; <-ticker.C {
		var count int
		if err := pool.QueryRow(t.Context(), waiting).Scan(&count); err != nil {
			t.Fatal(err)
		}
		if count >= sessions {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d sessions wait for a lock, want %d", count, sessions)
		}
	}
}
