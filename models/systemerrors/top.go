package systemerrors

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/period"
)

// TopInput is the query of GET /admin/system-errors/top.
type TopInput struct {
	// Period is a number of days or hours, such as 30d or 24h; empty is 30d.
	Period string `form:"period"`
	Status Status `form:"status"`
	Limit  int    `form:"limit"`
}

const mostTop = 100

// Top returns the groups with the most events in a period, at most 100. It returns 400 VALIDATION_ERROR for a malformed
// period, and 403 FORBIDDEN unless the caller is an administrator.
func Top(ctx context.Context, tx *db.DB, by auth.Caller, input TopInput) ([]Group, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	var problems errs.Problems
	length, known := period.Parse(input.Period, defaultPeriod)
	problems.Require(known, "period", period.Rule)
	problems.Require(input.Limit >= 0 && input.Limit <= mostTop, "limit", "deve estar entre 1 e 100")
	problems.Require(input.Status == "" || slices.Contains(Statuses(), input.Status), "status", "deve ser open, fixed ou ignored")
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if input.Limit == 0 {
		input.Limit = mostTop
	}
	since := by.Now.Add(-length)
	groups := []Group{}
	counted := groupsSince(GroupsInput{Status: input.Status}.filter(visible(ctx, tx, by)).Where("last_seen >= ?", since), since)
	err := counted.Order("count desc, last_seen desc, error_hash").Limit(input.Limit).Find(&groups).Error
	return groups, err
}

// defaultPeriod is 30 days.
const defaultPeriod = 30 * 24 * time.Hour
