// Package limits counts what may happen only so often: failed logins, requests for a new
// password, public forms. The counters lie in PostgreSQL, so that all instances share them
// and none can be outrun by asking two at once. What is limited, and how, is said by a Rule
// of the area that is protected.
package limits

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
)

// Rule lets something happen so many times in a window, which begins with the first time.
type Rule struct {
	// Name tells the counters of one rule from those of another.
	Name string
	Most int
	Per  time.Duration
}

// take counts one more in the window that is open, or opens the next one.
const take = `insert into rate_limits as counted (key, hits, window_starts, window_ends) values (?, 1, ?, ?)
	on conflict (key) do update set
		hits          = case when counted.window_ends <= excluded.window_starts then 1 else counted.hits + 1 end,
		window_starts = case when counted.window_ends <= excluded.window_starts then excluded.window_starts else counted.window_starts end,
		window_ends   = case when counted.window_ends <= excluded.window_starts then excluded.window_ends else counted.window_ends end
	returning hits, window_ends`

// giveBack takes one away from the window that is open.
const giveBack = "update rate_limits set hits = hits - 1 where key = ? and window_ends > ? and hits > 0"

// Take counts one more for the subject and answers 429 RATE_LIMITED, with the time that is
// left of the window, when that is more than the rule lets happen.
func Take(ctx context.Context, tx *db.DB, rule Rule, subject string, now time.Time) error {
	var counted struct {
		Hits       int
		WindowEnds time.Time
	}
	err := tx.WithContext(ctx).Raw(take, keyOf(rule, subject), now, now.Add(rule.Per)).Scan(&counted).Error
	if err != nil || counted.Hits <= rule.Most {
		return err
	}
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Muitas tentativas. Tente de novo daqui a pouco.")
	limited.RetryAfter = counted.WindowEnds.Sub(now)
	return limited
}

// GiveBack undoes one Take that turned out not to count, such as a login that succeeded.
func GiveBack(ctx context.Context, tx *db.DB, rule Rule, subject string, now time.Time) error {
	return tx.WithContext(ctx).Exec(giveBack, keyOf(rule, subject), now).Error
}

// keyOf hashes the subject: who tried what is personal data, and may be of any length.
func keyOf(rule Rule, subject string) string {
	sum := sha256.Sum256([]byte(subject))
	return rule.Name + ":" + hex.EncodeToString(sum[:16])
}
