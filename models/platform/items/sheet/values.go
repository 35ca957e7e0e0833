package sheet

import "time"

// Moment returns a time in PostgreSQL's text format, for rows that do not come from the database.
func Moment(t time.Time) string { return t.UTC().Format(timestampLayout) }

// Day returns the date of a time in a zone.
func Day(t time.Time, zone *time.Location) string { return t.In(zone).Format(time.DateOnly) }
