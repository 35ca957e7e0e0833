package ratelimit

import (
	"context"
	"time"

	"acolhe/models/platform/db"
)

// accountFailures is the number of failed logins of one account, from any address, before each
// further attempt has to wait.
const accountFailures = 50

// accountWait is the wait before the next attempt on an account: a minute after accountFailures,
// then twice as long with each failure, at most 64 minutes. It continues SQL with the row counted.
const accountWait = "interval '1 minute' * power(2, least(counted.hits - ?, 6))"

// countAccount counts an attempt on an account. An hour without an attempt resets the count; once
// attempts must wait, a day does, so that waiting does not reset it.
const countAccount = `insert into rate_limits as counted (key, hits, window_starts, window_ends) values (?, 1, ?, ?)
	on conflict (key) do update set
		hits          = case when counted.window_ends <= excluded.window_starts then 1 else counted.hits + 1 end,
		window_starts = excluded.window_starts,
		window_ends   = case when counted.hits + 1 < ? or counted.window_ends <= excluded.window_starts
			then excluded.window_ends else excluded.window_starts + interval '1 day' end
	where counted.window_ends <= excluded.window_starts or counted.hits < ?
		or counted.window_starts + ` + accountWait + ` <= excluded.window_starts`

// allowAccount counts an attempt on the account with this e-mail, known or not, from any address,
// and returns the key of its counter. After 50 failures, less than an hour apart, it returns 429
// RATE_LIMITED until the wait has passed; the wait grows with every further failure.
func allowAccount(ctx context.Context, tx *db.DB, email string, now time.Time) (key string, err error) {
	key = keyOf(Rule{Name: "login.account"}, email)
	counted := tx.WithContext(ctx).Exec(countAccount, key, now, now.Add(time.Hour), accountFailures, accountFailures, accountFailures)
	if counted.Error != nil || counted.RowsAffected > 0 {
		return key, counted.Error
	}
	var next time.Time
	err = tx.WithContext(ctx).Raw("select window_starts + "+accountWait+" from rate_limits counted where key = ?", accountFailures, key).
		Scan(&next).Error
	if err != nil {
		return key, err
	}
	return key, limitedError(max(next.Sub(now), time.Second))
}
