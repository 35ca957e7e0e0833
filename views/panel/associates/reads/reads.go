// Package reads shows who saw the data of a person.
package reads

import (
	"strconv"
	"time"

	"acolhe/models/reads"
	"acolhe/models/reads/words"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// ProtectSlug ends the address that marks a name as protected.
const ProtectSlug = "/protegido"

// Shown is the maximum number of reads on the page.
const Shown = 200

// Cards are who saw the data of a person and of their patients, in short and in full, and whether the name is protected.
type Cards struct {
	// Person is the row of the person.
	Person int64
	// Reads are the newest first.
	Reads       []reads.Entry
	IsProtected bool
	// MayProtect reports whether to offer protecting the name.
	MayProtect bool
	// Now is in the association's time zone.
	Now time.Time
}

// day are the reads of a day, newest first.
type day struct {
	title    string
	timeline record.Timeline
}

func (c Cards) days() []day {
	var days []day
	for _, entry := range c.Reads {
		title := fmtbr.LongDate(entry.SeenAt, c.Now.Location())
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, day{title: title})
		}
		last := &days[len(days)-1]
		last.timeline.Events = append(last.timeline.Events, c.event(entry))
	}
	return days
}

func (c Cards) event(entry reads.Entry) record.Event {
	at := ui.Moment(entry.SeenAt, c.Now)
	at.Text = fmtbr.Clock(entry.SeenAt, c.Now.Location())
	event := record.Event{Title: words.Who(entry), Who: fmtbr.Join(" · ", words.Role(entry), words.Way(entry)), Text: words.What(entry),
		Icon: words.Icon(entry), At: at}
	if entry.PersonID != nil && *entry.PersonID != c.Person {
		event.Text += " de " + entry.PersonName
	}
	if entry.Reason != "" {
		event.Text += ". Motivo: " + words.Reason(entry.Reason)
	}
	return event
}

// facts sums up who saw the data.
func (c Cards) facts() []record.Fact {
	times, names := map[string]int{}, []string{}
	exports, tokens := 0, map[string]bool{}
	for _, entry := range c.Reads {
		switch {
		case entry.ViewerKind == auth.Token:
			tokens[entry.ViewerName] = true
		case entry.ViewerKind == auth.Operator:
			if times[entry.ViewerName]++; times[entry.ViewerName] == 1 {
				names = append(names, entry.ViewerName)
			}
		}
		if entry.Channel == "export" {
			exports++
		}
	}
	facts := []record.Fact{{Label: "Pessoas que viram", Value: strconv.Itoa(len(names)) + " da equipe"}}
	most := ""
	for _, name := range names {
		if times[name] > times[most] {
			most = name
		}
	}
	if most != "" {
		facts = append(facts, record.Fact{Label: "Quem mais viu", Value: most + ", " + fmtbr.Plural(times[most], "vez", "vezes")})
	}
	if exports+len(tokens) > 0 {
		facts = append(facts, record.Fact{Label: "Enviado para fora",
			Value: fmtbr.Join(", ", fmtbr.Plural(exports, "exportação", "exportações"), fmtbr.Plural(len(tokens), "token", "tokens"))})
	}
	return facts
}
