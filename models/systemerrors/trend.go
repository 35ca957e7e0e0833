package systemerrors

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Day is the events of a day by source.
type Day struct {
	Day             time.Time
	Server, Browser int64
}

// Span is a period of civil days that ends today. Days is their number, and the time zone is the location in Now.
type Span struct {
	Now  time.Time
	Days int
}

// ReadDays returns the events by day. A caller who is not an administrator
// sees none.
func ReadDays(ctx context.Context, tx *db.DB, by auth.Caller, span Span) ([]Day, error) {
	var list []Day
	now, zone := span.Now, span.Now.Location().String()
	err := db.AdministratorsOnly(tx.WithContext(ctx).
		Table(`(select d.day, coalesce(sum(h.events) filter (where g.source = 'server'), 0) as server,
			coalesce(sum(h.events) filter (where g.source = 'browser'), 0) as browser
			from generate_series(cast(? as date) - cast(? as int), cast(? as timestamp), interval '1 day') d(day)
			left join system_error_hours h on h.hour >= d.day at time zone ? and h.hour < (d.day + interval '1 day') at time zone ?
			left join system_error_groups g on g.error_hash = h.error_hash group by d.day) as days`,
			now.Format(time.DateOnly), span.Days-1, now.Format(time.DateOnly), zone, zone), by).Order("day").Find(&list).Error
	return list, err
}

// ReadTrends returns the events of groups by day, the oldest first, each with as many days.
func ReadTrends(ctx context.Context, tx *db.DB, by auth.Caller, span Span, hashes []string) (map[string][]int64, error) {
	now, days := span.Now, span.Days
	var rows []struct {
		ErrorHash string
		Ago       int
		Events    int64
	}
	err := db.AdministratorsOnly(tx.WithContext(ctx).Table("system_error_hours"), by).Where("error_hash in ?", hashes).
		Where("hour >= ?", time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, now.Location())).
		Select("error_hash, cast(? as date) - cast(hour at time zone ? as date) as ago, sum(events) as events", now.Format(time.DateOnly),
			now.Location().String()).
		Group("error_hash, ago").Scan(&rows).Error
	trends := make(map[string][]int64, len(hashes))
	for _, hash := range hashes {
		trends[hash] = make([]int64, days)
	}
	for _, row := range rows {
		if row.Ago >= 0 && row.Ago < days {
			trends[row.ErrorHash][days-1-row.Ago] = row.Events
		}
	}
	return trends, err
}

// Release is the events of a group, or of all groups, in a release.
type Release struct {
	Release   string
	Events    int64
	FirstSeen time.Time
}

// mostReleases is how many releases pages show.
const mostReleases = 6

// ReadReleases returns the latest releases with errors, the newest first: of a group, or of all groups for an empty hash.
func ReadReleases(ctx context.Context, tx *db.DB, by auth.Caller, hash string) ([]Release, error) {
	query := db.AdministratorsOnly(tx.WithContext(ctx).Table("system_error_releases"), by)
	if hash != "" {
		query = query.Where("error_hash = ?", hash)
	}
	var list []Release
	err := query.Select("release, sum(events) as events, min(first_seen) as first_seen").Group("release").Order("first_seen desc, release").
		Limit(mostReleases).Scan(&list).Error
	return list, err
}
