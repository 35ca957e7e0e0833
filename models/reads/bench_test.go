package reads_test

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reads"
	"acolhe/models/types/page"
)

// BenchmarkAdd is what a read costs the request that shows it; writing is a benchmark of its own.
func BenchmarkAdd(b *testing.B) {
	log := reads.New(&db.Connection{}, slog.New(slog.DiscardHandler))
	now := time.Now()
	by := caller(dbtest.Bruno, now)
	for i := 0; b.Loop(); i++ {
		log.Add(reads.Read{By: by, At: now, Of: "users", Key: strconv.Itoa(i % 10_000), Channel: "page"})
	}
}

// BenchmarkFlush writes blocks of 1,000 reads.
func BenchmarkFlush(b *testing.B) {
	conn := dbtest.New(b)
	log := reads.New(conn, slog.New(slog.DiscardHandler))
	key := 0
	for b.Loop() {
		for range 1_000 {
			key++
			now := time.Now()
			log.Add(reads.Read{By: caller(dbtest.Bruno, now), At: now, Of: "users", Key: strconv.Itoa(key), Channel: "page"})
		}
		if err := log.Flush(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMonth searches a month of 1,000,000 reads by name and by day, and drops it.
func BenchmarkMonth(b *testing.B) {
	conn := dbtest.New(b)
	month := time.Date(2024, 1, 10, 12, 0, 0, 0, time.UTC)
	log := reads.New(conn, slog.New(slog.DiscardHandler))
	log.Add(reads.Read{By: caller(dbtest.Bruno, month), At: month, Of: "users", Key: "1", Channel: "page"})
	if err := log.Flush(b.Context()); err != nil {
		b.Fatal(err)
	}
	_, err := conn.Pool.Exec(b.Context(), `insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason, person_id)
		select 2, n, '2024-01-01'::timestamptz + n * interval '2 seconds', 'operator', n % 40 + 1, '', 'Operador ' || n % 40, 'Acolhimento', 1, 'users', '1', 1, '', 'page', '', n % 50000 + 1 from generate_series(1, 999999) n`)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := conn.Pool.Exec(b.Context(), "analyze reads"); err != nil {
		b.Fatal(err)
	}
	by := caller(dbtest.Camila, time.Now())
	for name, input := range map[string]reads.ListInput{
		"newest": {}, "who": {Q: "acioli"}, "whom": {Q: "souza"}, "day": {From: "2024-01-12", To: "2024-01-12"},
		"whom on a day": {Q: "souza", From: "2024-01-12", To: "2024-01-12"},
	} {
		input.Window = page.Window{Limit: new(25)}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := reads.List(b.Context(), conn.DB, by, input); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("drop", func(b *testing.B) {
		for b.Loop() {
			if err := reads.Drop(b.Context(), conn, time.Now()); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			if n := left(b, conn); n > 0 {
				b.Fatalf("%d reads are left", n)
			}
			b.StartTimer()
		}
	})
}

func left(b *testing.B, conn *db.Connection) (n int) {
	b.Helper()
	if err := conn.Pool.QueryRow(b.Context(), "select count(*) from reads").Scan(&n); err != nil {
		b.Fatal(err)
	}
	return n
}
