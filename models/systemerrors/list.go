package systemerrors

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/period"
)

// Sample is a kept event.
type Sample struct {
	ID        int64          `json:"id" gorm:"primaryKey"`
	ErrorHash string         `json:"error_hash" gorm:"column:error_hash"`
	Message   string         `json:"message" gorm:"column:message"`
	Stack     *string        `json:"stack" gorm:"column:stack"`
	URL       *string        `json:"url" gorm:"column:url"`
	Level     Level          `json:"level" gorm:"column:level"`
	Release   *string        `json:"release" gorm:"column:release"`
	Source    Source         `json:"source" gorm:"column:source"`
	RequestID *string        `json:"request_id" gorm:"column:request_id"`
	UserCode  *uuid.UUID     `json:"user_code" gorm:"column:user_code"`
	UserAgent *string        `json:"user_agent" gorm:"column:user_agent"`
	Extra     map[string]any `json:"extra" gorm:"serializer:json"`
	// Removed counts the personal data that were taken out, by kind.
	Removed     map[string]int `json:"removed" gorm:"serializer:json"`
	DateCreated time.Time      `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Sample) TableName() string { return "system_errors" }

var sampleRows = items.Describe[Sample](items.Rules{})

const newestFirst = "date_created desc, id desc"

// EventsInput is the query of GET /admin/system-errors.
type EventsInput struct {
	page.Window
	Source Source `form:"source"`
	Level  Level  `form:"level"`
	// ErrorHash is that of the group; empty for any.
	ErrorHash string `form:"error_hash"`
}

// SelectEvents returns the kept events, newest first. A caller who is not an administrator sees none.
func SelectEvents(ctx context.Context, tx *db.DB, by auth.Caller, input EventsInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	var problems errs.Problems
	problems.Require(input.Source == "" || slices.Contains(input.Source.Values(), string(input.Source)), "source", "deve ser server ou browser")
	problems.Require(input.Level == "" || slices.Contains(input.Level.Values(), string(input.Level)), "level", "deve ser fatal, error, warning ou info")
	scope := func() *db.DB { return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Sample{}), by) }
	filtered := scope()
	for column, value := range map[string]string{"source": string(input.Source), "level": string(input.Level), "error_hash": input.ErrorHash} {
		if value != "" {
			filtered = filtered.Where(map[string]any{column: value})
		}
	}
	return items.Selected{Rows: sampleRows, Scope: scope(), Filtered: filtered, Window: window, Order: newestFirst}, problems.Err()
}

// SamplesInput is the query of the samples of a group.
type SamplesInput struct{ page.Window }

// SelectSamples returns the kept events of a group, newest first, or 404 NOT_FOUND as Find does.
func SelectSamples(ctx context.Context, tx *db.DB, by auth.Caller, hash string, input SamplesInput) (items.Selected, error) {
	if _, err := Find(ctx, tx, by, hash); err != nil {
		return items.Selected{}, err
	}
	return SelectEvents(ctx, tx, by, EventsInput{Window: input.Window, ErrorHash: hash})
}

// Shown is one of the kept events of a group, by its position from the newest on; nil without any. Who is the name of the
// person it happened to.
type Shown struct {
	Sample         *Sample
	Position, Kept int
	Who            *string
}

// FindSample returns the event at a position, or the nearest one.
func FindSample(ctx context.Context, tx *db.DB, by auth.Caller, hash string, position int) (Shown, error) {
	of := db.AdministratorsOnly(tx.WithContext(ctx).Model(&Sample{}), by).Where("error_hash = ?", hash).Session(&db.Session{})
	var kept int64
	if err := of.Count(&kept).Error; err != nil || kept == 0 {
		return Shown{}, err
	}
	shown := Shown{Position: max(0, min(position, int(kept)-1)), Kept: int(kept)}
	var rows []Sample
	if err := of.Order(newestFirst).Offset(shown.Position).Limit(1).Find(&rows).Error; err != nil || len(rows) == 0 {
		return shown, err
	}
	shown.Sample = &rows[0]
	if shown.Sample.UserCode == nil {
		return shown, nil
	}
	return shown, db.ScanRow(tx.WithContext(ctx).Raw(`select (select trim(name || ' ' || last_name) as name from system_users where user_code = @code
		union all select coalesce(associate_name, name) from users where user_code = @code limit 1)`, map[string]any{"code": *shown.Sample.UserCode}), &shown.Who)
}

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

// GroupsInput filters the groups.
type GroupsInput struct {
	page.Window
	Status Status
	Source Source
	// Q is searched in the message, the place, the page and the releases.
	Q string
	// Days is the period whose events are counted; 0 is defaultDays.
	Days int
}

const defaultDays = 14

// Since returns the beginning of the counted period.
func (in GroupsInput) Since(now time.Time) time.Time {
	if in.Days == 0 {
		in.Days = defaultDays
	}
	return now.AddDate(0, 0, -in.Days)
}

// ListGroups returns the groups, the latest event first. A caller who is not an administrator sees none.
func ListGroups(ctx context.Context, tx *db.DB, by auth.Caller, input GroupsInput) (page.Of[Group], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Group]{}, err
	}
	return db.ReadPage[Group](visible(ctx, tx, by), groupsSince(input.filter(visible(ctx, tx, by)), input.Since(by.Now)), window, "last_seen desc, error_hash")
}

// CountGroups counts the groups that ListGroups returns, up to a limit.
func CountGroups(ctx context.Context, tx *db.DB, by auth.Caller, input GroupsInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(visible(ctx, tx, by)), limit)
}

func (in GroupsInput) filter(query *db.DB) *db.DB {
	query = db.Matching(query, `fold(message || ' ' || place || ' ' || path || ' ' || coalesce(last_release, ''))`, in.Q)
	if in.Status != "" {
		query = query.Where("status = ?", in.Status)
	}
	if in.Source != "" {
		query = query.Where("source = ?", in.Source)
	}
	return query
}

// Find returns a group with its events of the last 24 hours, or 404 NOT_FOUND if there is none that the caller may see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, hash string) (Group, error) {
	return db.First[Group](groupsSince(visible(ctx, tx, by), by.Now.AddDate(0, 0, -1)).Where("error_hash = ?", hash), errUnknown())
}

func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Group{}), by)
}

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
