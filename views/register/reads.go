package register

import (
	"time"

	"acolhe/models/reads"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
)

// ReadsPath is the address of who saw the data of an associate.
const ReadsPath = ProfilePath + "/quem-viu"

// ReadsOf is who saw the data of an associate, newest first.
type ReadsOf struct {
	Frame   layouts.Frame
	Own     int64
	Reads   []reads.Entry
	HasMore bool
	Now     time.Time
}

// readsDay are the reads of a day.
type readsDay struct {
	title string
	reads []reads.Entry
}

func (p ReadsOf) days() []readsDay {
	var days []readsDay
	for _, entry := range p.Reads {
		title := p.dayTitle(entry.SeenAt)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, readsDay{title: title})
		}
		last := &days[len(days)-1]
		last.reads = append(last.reads, entry)
	}
	return days
}

func (p ReadsOf) dayTitle(at time.Time) string {
	zone := p.Now.Location()
	switch title := fmtbr.Date(at, zone); title {
	case fmtbr.Date(p.Now, zone):
		return "Hoje"
	case fmtbr.Date(p.Now.AddDate(0, 0, -1), zone):
		return "Ontem"
	default:
		return title
	}
}

func (p ReadsOf) clock(at time.Time) string { return fmtbr.Clock(at, p.Now.Location()) }
