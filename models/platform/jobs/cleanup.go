package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// cleanUp is the job that deletes expired data: sessions, reset and invite tokens, rate limits,
// idempotency keys, links of appointments, messages of mails, records of undo, postal codes, files of exports and old
// tasks. Expired rows have no effect; deleting them keeps the tables small. It also sums up the
// changes of counters.
type cleanUp struct{}

// Kind returns the name of the job in the queue.
func (cleanUp) Kind() string { return "clean_up" }

// CleanUp declares the job that deletes expired data.
func CleanUp(pool *pgxpool.Pool) Job {
	work := func(ctx context.Context) error { return maintain(ctx, pool) }
	return Func[cleanUp](work, About{Label: "Limpeza de dados vencidos", Every: time.Hour, Cancellable: true})
}

// latestLive selects the latest live session among those of a person.
const latestLive = " and ended_at is null and expires_at > now() order by date_created desc, id desc limit 1"

var maintenanceStatements = []string{
	"update system_users p set (session_token, session_expires) = (select token, expires_at from sessions where operator_id = p.id" + latestLive + ") where session_expires < now()",
	"update system_users set password_reset_token = null, password_reset_expires = null where password_reset_expires < now()",
	"update users p set (session_token, session_expires) = (select token, expires_at from sessions where associate_id = p.id" + latestLive + ") where session_expires < now()",
	// An ended session is kept for a while, so that a page can show why it ended.
	"delete from sessions where coalesce(ended_at, expires_at) < now() - interval '30 days'",
	"update users set password_reset_token = null, password_reset_expires = null where password_reset_expires < now()",
	"delete from earlier_resets where expires_at < now()",
	"delete from used_challenges where expires_at < now()",
	"delete from rate_limits where window_ends < now()",
	"delete from quota_uses where window_ends < now()",
	// Of an address nothing is kept once no account has it.
	"delete from mail_confirmations c where not exists (select from (select email from system_users union all select email_account from users) known" +
		` where sha256(convert_to(regexp_replace(lower(known.email), '\+[^@]*@', '@'), 'UTF8')) = c.recipient_hash)`,
	"delete from appointment_letters where expires_at < now()",
	"delete from idempotency_keys where expires_at < now()",
	"delete from order_drafts where date_updated < now() - interval '7 days'",
	"update mails set letter_sealed = null, status = 'failed', last_error = coalesce(last_error, 'O prazo do link terminou antes do envio.')" +
		" where letter_sealed is not null and letter_expires < now()",
	// An expired address is used while the postal code service is unavailable, but not permanently.
	"delete from postal_codes where expires_at < now() - interval '90 days'",
	"delete from undos where date_created < now() - interval '1 minute'",
	"select settle_counters()",
	"delete from export_chunks c using exports e where e.task_id = c.task_id and e.date_expires < now()",
	// The latest measurements of pages, however many browsers send.
	"delete from web_vitals where id < (select max(id) - 300000 from web_vitals)",
	"delete from tasks where date_ended < now() - interval '90 days'",
}

// maintain runs every statement, even if one fails; the job is retried then.
func maintain(ctx context.Context, pool *pgxpool.Pool) error {
	var failed error
	for _, statement := range maintenanceStatements {
		_, err := pool.Exec(ctx, statement)
		failed = errors.Join(failed, err)
	}
	return failed
}
