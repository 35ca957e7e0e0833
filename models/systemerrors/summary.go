package systemerrors

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Summary is the totals of GET /admin/system-errors/summary: open groups, and events of all groups.
type Summary struct {
	Open    int64 `json:"open"`
	Last24h int64 `json:"last_24h"`
	Last7d  int64 `json:"last_7d"`
}

// Summarize returns the totals. It returns 403 FORBIDDEN unless the caller is an administrator.
func Summarize(ctx context.Context, tx *db.DB, by auth.Caller) (Summary, error) {
	if err := require(by); err != nil {
		return Summary{}, err
	}
	var s Summary
	err := tx.WithContext(ctx).Raw(`select (select count(*) from system_error_groups where status = 'open') as open,
		coalesce(sum(events) filter (where hour > cast(@now as timestamptz) - interval '24 hours'), 0) as last24h, coalesce(sum(events), 0) as last7d
		from system_error_hours where hour > cast(@now as timestamptz) - interval '7 days'`, map[string]any{"now": by.Now}).Scan(&s).Error
	return s, err
}
