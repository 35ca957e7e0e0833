package ui

import (
	"strconv"
	"time"

	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
)

// ISO returns a moment for machines, in ISO 8601: in UTC, without seconds.
func ISO(at time.Time) string { return at.UTC().Format("2006-01-02T15:04Z") }

// Moment returns a time, short beside the full date. Now is in the association's time zone.
func Moment(at, now time.Time) When {
	return When{Text: fmtbr.Ago(at, now, now.Location()), ISO: ISO(at), Title: fmtbr.DateTime(at, now.Location())}
}

// DayOf is Moment for a list: a time before today is shown as its day.
func DayOf(at, now time.Time) When {
	if now.Sub(at) < 24*time.Hour {
		return Moment(at, now)
	}
	day := fmtbr.Date(at, now.Location())
	return When{Text: day, ISO: civil.Of(at.In(now.Location())).String(), Title: day}
}

// RowHref returns the page of a row, below the page of its list.
func RowHref(list string, id int64) string { return list + "/" + strconv.FormatInt(id, 10) }
