package backups

import (
	"net/url"
	"slices"

	"acolhe/models/backups"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// points is a row of whole copies, newest first, by the time that they lead back to.
type points struct {
	Label  string
	Copies []backups.Copy
}

// points are the copies of the last seven days, those of the five weeks before, and older ones; rows without one are left out.
func (d PageData) points() []points {
	rows := []points{{Label: "Dias"}, {Label: "Semanas"}, {Label: "Meses"}}
	for _, made := range d.Status.Copies {
		if made.State == backups.Done {
			row := &rows[rowOf(civil.Of(made.DateStarted.In(d.Now.Location())).DaysUntil(civil.Of(d.Now)))]
			row.Copies = append(row.Copies, made)
		}
	}
	return slices.DeleteFunc(rows, func(row points) bool { return len(row.Copies) == 0 })
}

// rowOf returns the row of a copy of an age in days, as copies are kept: of seven days, five weeks, twelve months.
func rowOf(days int) int {
	switch {
	case days < 7:
		return 0
	case days < 7*(1+5):
		return 1
	}
	return 2
}

// chosen is the copy of the address, else the newest whole one; nil before the first.
func (d PageData) chosen() *backups.Copy {
	at := slices.IndexFunc(d.Status.Copies, func(made backups.Copy) bool { return made.State == backups.Done && made.Name == d.Chosen })
	if at < 0 {
		return d.Status.LastDone()
	}
	return &d.Status.Copies[at]
}

// href is the address of the page with a chosen copy.
func href(name string) string {
	if name == "" {
		return Path
	}
	return Path + "?copia=" + url.QueryEscape(name)
}

// pointButton chooses a copy.
func (d PageData) pointButton(made backups.Copy) ui.Button {
	zone := d.Now.Location()
	button := ui.Button{Label: fmtbr.DayMonth(made.DateStarted, zone) + " " + fmtbr.ShortWeekday(made.DateStarted, zone), Small: true,
		Variant: ui.Outline, Href: href(made.Name), Attrs: map[string]any{"title": fmtbr.DateTime(made.DateStarted, zone)}}
	if made.ID == d.chosen().ID {
		button.Variant = ""
		button.Attrs["aria-current"] = "true"
	}
	return button
}

// unfinished are the copy that is being made, and those that failed since the last whole one.
func (d PageData) unfinished() []backups.Copy {
	at := slices.IndexFunc(d.Status.Copies, func(made backups.Copy) bool { return made.State == backups.Done })
	if at < 0 {
		return d.Status.Copies
	}
	return d.Status.Copies[:at]
}
