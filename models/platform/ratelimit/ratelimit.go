// Package ratelimit limits the frequency of events: failed logins, requests for a new password, public forms. The
// counters are in PostgreSQL, so that all instances share them and concurrent requests cannot exceed a limit. The
// protected area defines the Rule.
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

// Rule permits Limit hits in a window of length Per, which begins with the first hit.
type Rule struct {
	// Name identifies the counters of the rule.
	Name  string
	Limit int
	Per   time.Duration
}

// String returns the rule in the form of the route table: "5 in 15m".
func (rule Rule) String() string {
	return fmt.Sprintf("%d in %s", rule.Limit, strings.TrimSuffix(rule.Per.String(), "0s"))
}

// Hit is a counted event.
type Hit struct {
	key        string
	windowEnds time.Time
}

// countHit counts a hit in the current window, or starts a new window. A refused hit changes
// nothing, so that Undo makes room for another hit.
const countHit = `insert into rate_limits as counted (key, hits, window_starts, window_ends) values (?, 1, ?, ?)
	on conflict (key) do update set
		hits          = case when counted.window_ends <= excluded.window_starts then 1 else counted.hits + 1 end,
		window_starts = case when counted.window_ends <= excluded.window_starts then excluded.window_starts else counted.window_starts end,
		window_ends   = case when counted.window_ends <= excluded.window_starts then excluded.window_ends else counted.window_ends end
	where counted.window_ends <= excluded.window_starts or counted.hits < ?
	returning window_ends`

// undoHit removes a hit from the window in which it was counted.
const undoHit = "update rate_limits set hits = hits - 1 where key = ? and window_ends = ? and hits > 0"

// Allow counts a hit of the subject. If the rule permits no more, it counts nothing and returns 429
// RATE_LIMITED with the rest of the window as RetryAfter. tx must be the pool: a transaction that is
// rolled back would lose the hit.
func Allow(ctx context.Context, tx *db.DB, rule Rule, subject string, now time.Time) (Hit, error) {
	hit := Hit{key: keyOf(rule, subject)}
	counted := tx.WithContext(ctx).Raw(countHit, hit.key, now, now.Add(rule.Per), rule.Limit).Scan(&hit.windowEnds)
	if counted.Error != nil || counted.RowsAffected > 0 {
		return hit, counted.Error
	}
	err := tx.WithContext(ctx).Raw("select window_ends from rate_limits where key = ?", hit.key).Scan(&hit.windowEnds).Error
	if err != nil {
		return hit, err
	}
	return hit, limitedError(max(hit.windowEnds.Sub(now), time.Second))
}

// Undo removes a hit that should not count, such as a login that succeeded.
func (hit Hit) Undo(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec(undoHit, hit.key, hit.windowEnds).Error
}

// Network returns the part of an IP address that is counted as one subject: all of an IPv4 address,
// and 56 bits of an IPv6 one, because a customer of a provider usually has a whole /56 network.
func Network(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	network, _ := address.Prefix(56) // 56 bits always fit
	return network.String()
}

func limitedError(left time.Duration) error {
	wait := "1 minuto"
	if minutes := int(math.Ceil(left.Minutes())); minutes > 1 {
		wait = fmt.Sprintf("%d minutos", minutes)
	}
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Muitas tentativas. Tente de novo em "+wait+".")
	limited.RetryAfter = left
	return limited
}

// keyOf hashes the subject, which is personal data of any length.
func keyOf(rule Rule, subject string) string {
	sum := sha256.Sum256([]byte(subject))
	return rule.Name + ":" + hex.EncodeToString(sum[:16])
}
