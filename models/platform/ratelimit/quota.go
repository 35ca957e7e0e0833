package ratelimit

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// quotaPer is the length of a quota's window, which begins with the first use.
const quotaPer = 24 * time.Hour

// Quota is what one caller who is not staff may store in a day: Count times, and Bytes of content; 0 bytes is not counted.
type Quota struct {
	// Name identifies the counters of the quota; routes with the same name share them.
	Name  string
	Count int
	Bytes int64
	// One and Many name what is counted, for people: "arquivo", "arquivos".
	One, Many string
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
// PAYLOAD_TOO_LARGE; both say what the quota is, what is left and when it opens again, and count nothing. tx must be the pool: a transaction that is rolled back would
// lose the use.
func (q Quota) Take(ctx context.Context, tx *db.DB, subject string, bytes int64, now time.Time) (Use, error) {
	use := Use{key: keyOf(Rule{Name: q.Name}, subject), bytes: bytes}
	if q.Bytes > 0 && bytes > q.Bytes {
		return use, Rest{q, q.Count, q.Bytes, quotaPer}.exhausted()
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
	return use, Rest{q, q.Count - counted.Uses, q.Bytes - counted.Bytes, max(counted.WindowEnds.Sub(now), time.Second)}.exhausted()
}

// Undo gives a use back that stored nothing.
func (u Use) Undo(ctx context.Context, tx *db.DB) error {
	return tx.WithContext(ctx).Exec("update quota_uses set uses = uses - 1, bytes = greatest(bytes - ?, 0) where key = ? and window_ends = ? and uses > 0",
		u.bytes, u.key, u.ends).Error
}

// Rest is what is left of a quota until it opens again.
type Rest struct {
	Quota Quota
	Count int
	Bytes int64
	Opens time.Duration
}

// Rest returns what is left to the subject.
func (q Quota) Rest(ctx context.Context, tx *db.DB, subject string, now time.Time) (Rest, error) {
	var counted struct {
		Uses       int
		Bytes      int64
		WindowEnds time.Time
	}
	done := tx.WithContext(ctx).Raw("select uses, bytes, window_ends from quota_uses where key = ? and window_ends > ?",
		keyOf(Rule{Name: q.Name}, subject), now).Scan(&counted)
	if done.Error != nil || done.RowsAffected == 0 {
		return Rest{q, q.Count, q.Bytes, quotaPer}, done.Error
	}
	return Rest{q, max(q.Count-counted.Uses, 0), max(q.Bytes-counted.Bytes, 0), counted.WindowEnds.Sub(now)}, nil
}

// Words returns what is left, the quota and when it opens again; empty while more than a fifth is left.
func (r Rest) Words() string {
	hasBytes := r.Quota.Bytes > 0
	if r.Count*5 > r.Quota.Count && (!hasBytes || r.Bytes*5 > r.Quota.Bytes) {
		return ""
	}
	if r.Count == 0 {
		return r.usedUp()
	}
	left := r.Quota.counted(r.Count)
	if hasBytes {
		left += " e " + megabytes(r.Bytes)
	}
	return fmt.Sprintf("Hoje ainda há lugar para %s. O limite é de %s por dia e abre de novo em %s.", left, r.Quota.words(),
		fmtbr.Elapsed(r.Opens))
}

func (r Rest) usedUp() string {
	return fmt.Sprintf("O limite de %s por dia já foi usado. Ele abre de novo em %s.", r.Quota.words(), fmtbr.Elapsed(r.Opens))
}

// words returns the quota for people: "200 arquivos e 500 MB".
func (q Quota) words() string {
	if q.Bytes == 0 {
		return q.counted(q.Count)
	}
	return q.counted(q.Count) + " e " + megabytes(q.Bytes)
}

func (q Quota) counted(n int) string {
	return fmtbr.Plural(n, cmp.Or(q.One, "envio"), cmp.Or(q.Many, "envios"))
}

func megabytes(bytes int64) string {
	if bytes > 0 && bytes < 1<<20 {
		return "menos de 1 MB"
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// exhausted returns the error of a use for which too little is left: what the quota is, what is left of it, and when it opens
// again.
func (r Rest) exhausted() error {
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited, r.usedUp()+" Se for urgente, fale com a associação.")
	if r.Count > 0 {
		limited = errs.New(errs.KindTooLarge, errs.CodePayloadTooLarge,
			fmt.Sprintf("Este envio passa do limite de %s por dia: hoje ainda há lugar para %s. Envie um arquivo menor, ou espere %s.",
				r.Quota.words(), megabytes(max(r.Bytes, 0)), fmtbr.Elapsed(r.Opens)))
	}
	limited.RetryAfter = r.Opens
	return limited
}
