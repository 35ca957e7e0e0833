// Package limits counts what may happen only so often: failed logins, requests for a new
// password, public forms. The counters lie in PostgreSQL, so that all instances share them
// and none can be outrun by asking two at once. What is limited, and how, is said by a Rule
// of the area that is protected.
package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/netip"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Rule lets something happen so many times in a window, which begins with the first time.
type Rule struct {
	// Name tells the counters of one rule from those of another.
	Name  string
	Limit int
	Per   time.Duration
}

// String is the rule as the route table shows it: "5 in 15m".
func (rule Rule) String() string {
	return fmt.Sprintf("%d in %s", rule.Limit, strings.TrimSuffix(rule.Per.String(), "0s"))
}

// Hit is one time that was counted.
type Hit struct {
	key        string
	windowEnds time.Time
}

// take counts one more in the window that is open, or opens the next one. What is refused
// changes nothing, so that a turn given back is one that somebody else may take.
const allow = `insert into rate_limits as counted (key, hits, window_starts, window_ends) values (?, 1, ?, ?)
	on conflict (key) do update set
		hits          = case when counted.window_ends <= excluded.window_starts then 1 else counted.hits + 1 end,
		window_starts = case when counted.window_ends <= excluded.window_starts then excluded.window_starts else counted.window_starts end,
		window_ends   = case when counted.window_ends <= excluded.window_starts then excluded.window_ends else counted.window_ends end
	where counted.window_ends <= excluded.window_starts or counted.hits < ?
	returning window_ends`

// giveBack takes one away from the window that it was counted in.
const giveBack = "update rate_limits set hits = hits - 1 where key = ? and window_ends = ? and hits > 0"

// Allow counts one more for the subject. It returns 429 RATE_LIMITED, with the time that is
// left of the window, when that is more than the rule lets happen; nothing is counted then. It
// is given the pool: a transaction that is rolled back would forget what was counted.
func Allow(ctx context.Context, tx *db.DB, rule Rule, subject string, now time.Time) (Hit, error) {
	turn := Hit{key: keyOf(rule, subject)}
	taken := tx.WithContext(ctx).Raw(allow, turn.key, now, now.Add(rule.Per), rule.Limit).Scan(&turn.windowEnds)
	if taken.Error != nil || taken.RowsAffected > 0 {
		return turn, taken.Error
	}
	err := tx.WithContext(ctx).Raw("select window_ends from rate_limits where key = ?", turn.key).Scan(&turn.windowEnds).Error
	if err != nil {
		return turn, err
	}
	return turn, refusal(max(turn.windowEnds.Sub(now), time.Second))
}

// GiveBack undoes a turn that turned out not to count, such as a login that succeeded.
func (turn Hit) GiveBack(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec(giveBack, turn.key, turn.windowEnds).Error
}

// Network is what is counted as one address: an IPv4 address, but 64 bits of an IPv6 one,
// because whoever has one of those has all the others of its network too.
func Network(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	network, _ := address.Prefix(64) // 64 bits always fit
	return network.String()
}

func refusal(left time.Duration) error {
	wait := "1 minuto"
	if minutes := int(math.Ceil(left.Minutes())); minutes > 1 {
		wait = fmt.Sprintf("%d minutos", minutes)
	}
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Muitas tentativas. Tente de novo em "+wait+".")
	limited.RetryAfter = left
	return limited
}

// keyOf hashes the subject: who tried what is personal data, and may be of any length.
func keyOf(rule Rule, subject string) string {
	sum := sha256.Sum256([]byte(subject))
	return rule.Name + ":" + hex.EncodeToString(sum[:16])
}
