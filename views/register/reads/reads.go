// Package reads shows to an associate who saw their data.
package reads

import (
	"time"

	"acolhe/models/reads"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/register"
)

// Path is the address of who saw the data of an associate.
const Path = register.ProfilePath + "/quem-viu"

// Log is who saw the data of an associate, newest first.
type Log struct {
	Frame   layouts.Frame
	Own     int64
	Reads   []reads.Entry
	HasMore bool
	Now     time.Time
}

// day are the reads of a day.
type day struct {
	title string
	reads []reads.Entry
}

func (l Log) days() []day {
	var days []day
	for _, entry := range l.Reads {
		title := l.dayTitle(entry.SeenAt)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, day{title: title})
		}
		last := &days[len(days)-1]
		last.reads = append(last.reads, entry)
	}
	return days
}

func (l Log) dayTitle(at time.Time) string {
	zone := l.Now.Location()
	switch title := fmtbr.Date(at, zone); title {
	case fmtbr.Date(l.Now, zone):
		return "Hoje"
	case fmtbr.Date(l.Now.AddDate(0, 0, -1), zone):
		return "Ontem"
	default:
		return title
	}
}

func (l Log) clock(at time.Time) string { return fmtbr.Clock(at, l.Now.Location()) }
