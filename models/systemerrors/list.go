package systemerrors

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

const newestFirst = "date_created desc, id desc"

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
	return db.ReadPage[Group](visible(ctx, tx, by), groupsSince(input.filter(visible(ctx, tx, by)), input.Since(by.Now)), window,
		"last_seen desc, error_hash")
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
