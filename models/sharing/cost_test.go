package sharing_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/dbtest"
)

// insertReads stores ten thousand reads of a token and a thousand of an operator, in statements of five hundred rows as the log does.
const insertReads = `insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key,
		people, part, channel, reason)
	select 1, $1::bigint + n, now() - n * interval '1 microsecond', case when n % 11 = 0 then 'operator' else 'api_key' end, 7 + n % 2, '', '', '', 0, 'users', n::text, 1, '', 'api', ''
	from generate_series(1, 550) n`

// Every read of a token is counted in its month, whether reads come one by one or by the hundred; ten thousand of them are stored with
// the count and without, and the times logged.
func TestReads_Counted(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	store := func() time.Duration {
		began := time.Now()
		for i := range 20 {
			execute(t, conn.Pool, insertReads, i*1000)
		}
		return time.Since(began)
	}
	execute(t, conn.Pool, "create table reads_of_test partition of reads default")
	store() // the first run reads the catalogue
	var with, without time.Duration
	for range 3 {
		with += store()
		execute(t, conn.Pool, "alter table reads disable trigger count_sharing")
		without += store()
		execute(t, conn.Pool, "alter table reads enable trigger count_sharing")
	}
	t.Logf("10,000 reads of tokens are stored in %s with the count, in %s without: %.1f %% more", with/3, without/3,
		100*(with.Seconds()/without.Seconds()-1))
	var counted, sources int
	const query = "select sum(count), count(*) from sharing_months where kind = 'token' and month = date_trunc('month', now() at time zone 'America/Sao_Paulo')::date"
	if err := conn.Pool.QueryRow(t.Context(), query).Scan(&counted, &sources); err != nil || counted != 4*10_000 || sources != 2 {
		t.Errorf("%d reads of %d tokens are counted, want 40,000 of 2: %v", counted, sources, err)
	}
	execute(t, conn.Pool, "drop table sharing_months cascade")
	store() // a failing count never fails what is read
}

func execute(t *testing.T, pool *pgxpool.Pool, statement string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(context.WithoutCancel(t.Context()), statement, args...); err != nil {
		t.Fatal(err)
	}
}
