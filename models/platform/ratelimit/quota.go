package ratelimit

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// quotaPer is the length of a quota's window, which begins with the first use.
const quotaPer = 24 * time.Hour

// Quota is what one caller who is not staff may store in a day: Count times, and Bytes of content; 0 bytes is not counted.
type Quota struct {
	// Name identifies the counters of the quota; routes with the same name share them.
	Name  string
	Count int
	Bytes int64
}

// String returns the quota in the form of the route table: "100 and 300 MB a day".
func (q Quota) String() string {
	if q.Bytes == 0 {
		return fmt.Sprintf("%d a day", q.Count)
	}
	return fmt.Sprintf("%d and %d MB a day", q.Count, q.Bytes>>20)
}

// Use is a use of a quota, and what it leaves.
type Use struct {
	key   string
	ends  time.Time
	bytes int64
	Left  int
}

// countUse counts a use in the current window, or begins a new one. A refused use changes nothing.
const countUse = `insert into quota_uses as used (key, uses, bytes, window_starts, window_ends) values (@key, 1, @bytes, @now, @ends)
	on conflict (key) do update set
		uses          = case when used.window_ends <= @now then 1 else used.uses + 1 end,
		bytes         = case when used.window_ends <= @now then @bytes else used.bytes + @bytes end,
		window_starts = case when used.window_ends <= @now then @now else used.window_starts end,
		window_ends   = case when used.window_ends <= @now then @ends else used.window_ends end
	where used.window_ends <= @now or used.uses < @most and (@most_bytes = 0 or used.bytes + @bytes <= @most_bytes)
	returning uses, window_ends`

// Take counts a use of the subject with so many bytes. A use beyond the count is 429 RATE_LIMITED, one beyond the bytes 413
// PAYLOAD_TOO_LARGE; both say what is left, and count nothing. tx must be the pool: a transaction that is rolled back would
// lose the use.
func (q Quota) Take(ctx context.Context, tx *db.DB, subject string, bytes int64, now time.Time) (Use, error) {
	use := Use{key: keyOf(Rule{Name: q.Name}, subject), bytes: bytes}
	if q.Bytes > 0 && bytes > q.Bytes {
		return use, q.exhausted(q.Count, q.Bytes, quotaPer)
	}
	var counted struct {
		Uses       int
		Bytes      int64
		WindowEnds time.Time
	}
	arguments := map[string]any{"key": use.key, "bytes": bytes, "now": now, "ends": now.Add(quotaPer), "most": q.Count, "most_bytes": q.Bytes}
	done := tx.WithContext(ctx).Raw(countUse, arguments).Scan(&counted)
	if done.Error != nil {
		return use, done.Error
	}
	if done.RowsAffected > 0 {
		use.ends, use.Left = counted.WindowEnds, q.Count-counted.Uses
		return use, nil
	}
	err := tx.WithContext(ctx).Raw("select uses, bytes, window_ends from quota_uses where key = ?", use.key).Scan(&counted).Error
	if err != nil {
		return use, err
	}
	return use, q.exhausted(q.Count-counted.Uses, q.Bytes-counted.Bytes, max(counted.WindowEnds.Sub(now), time.Second))
}

// Undo gives a use back that stored nothing.
func (u Use) Undo(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec("update quota_uses set uses = uses - 1, bytes = greatest(bytes - ?, 0) where key = ? and window_ends = ? and uses > 0",
		u.bytes, u.key, u.ends).Error
}

// exhausted returns the error of a use for which too little is left.
func (q Quota) exhausted(left int, bytes int64, wait time.Duration) error {
	if left > 0 {
		message := fmt.Sprintf("Hoje você ainda pode enviar %d MB. Envie um arquivo menor, ou continue amanhã.", max(bytes, 0)>>20)
		return errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge, message)
	}
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited, fmt.Sprintf("Você já usou os %d envios de hoje. Continue amanhã, ou fale com a associação.", q.Count))
	limited.RetryAfter = wait
	return limited
}
