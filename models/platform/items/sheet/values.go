package sheet

import "time"

// Moment spells a moment as PostgreSQL does, for rows that do not come from it.
func Moment(t time.Time) string { return t.UTC().Format(stored) }

// Day spells the day that a moment has in a zone.
func Day(t time.Time, zone *time.Location) string { return t.In(zone).Format(time.DateOnly) }
