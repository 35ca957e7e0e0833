package jobs

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// cleanUp removes what has expired: sessions, reset and invite tokens, request counters,
// remembered answers, the letters of mails, removed annotations, postal codes, the files of exports and tasks that were over
// long ago. Expired rows already count for nothing; this keeps the tables small. It folds the notes of tallies, too.
type cleanUp struct{}

// Kind is the job's name in the queue.
func (cleanUp) Kind() string { return "clean_up" }

func newCleanUp() (river.JobArgs, *river.InsertOpts) { return cleanUp{}, nil }

type cleanUpWorker struct {
	river.WorkerDefaults[cleanUp]
	pool *pgxpool.Pool
}

var chores = []string{
	"update system_users set session_token = null, session_expires = null where session_expires < now()",
	"update system_users set password_reset_token = null, password_reset_expires = null where password_reset_expires < now()",
	"update users set session_token = null, session_expires = null where session_expires < now()",
	"update users set password_reset_token = null, password_reset_expires = null where password_reset_expires < now()",
	"delete from rate_limits where window_ends < now()",
	"delete from idempotency_keys where expires_at < now()",
	"update mails set letter_sealed = null, status = 'failed', last_error = coalesce(last_error, 'O prazo do link terminou antes do envio.')" +
		" where letter_sealed is not null and letter_expires < now()",
	// An old address serves while the directory is away, but not for ever.
	"delete from postal_codes where expires_at < now() - interval '90 days'",
	"delete from removed_annotations where removed_at < now() - interval '1 minute'",
	"select settle_tallies()",
	"delete from export_chunks c using exports e where e.task_id = c.task_id and e.date_expires < now()",
	"delete from tasks where date_ended < now() - interval '90 days'",
}

// Work does every chore, even when one before it failed; the job is then tried again.
func (w *cleanUpWorker) Work(ctx context.Context, _ *river.Job[cleanUp]) error {
	var failed error
	for _, statement := range chores {
		_, err := w.pool.Exec(ctx, statement)
		failed = errors.Join(failed, err)
	}
	return failed
}
