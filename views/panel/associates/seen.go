package associates

import (
	"strconv"

	"acolhe/models/reads"
	"acolhe/models/reads/words"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// ProtectSlug ends the address that marks a name as protected.
const ProtectSlug = "/protegido"

// ShownReads is the maximum number of reads on the page.
const ShownReads = 200

// seenDay are the reads of a day, newest first.
type seenDay struct {
	title    string
	timeline record.Timeline
}

func (s PageData) seenDays() []seenDay {
	var days []seenDay
	for _, entry := range s.Reads {
		title := fmtbr.LongDate(entry.SeenAt, s.Now.Location())
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, seenDay{title: title})
		}
		last := &days[len(days)-1]
		last.timeline.Events = append(last.timeline.Events, s.seenEvent(entry))
	}
	return days
}

func (s PageData) seenEvent(entry reads.Entry) record.Event {
	at := ui.Moment(entry.SeenAt, s.Now)
	at.Text = fmtbr.Clock(entry.SeenAt, s.Now.Location())
	event := record.Event{Title: words.Who(entry), Who: fmtbr.Join(" · ", words.Role(entry), words.Way(entry)), Text: words.What(entry),
		Icon: words.Icon(entry), At: at}
	if entry.PersonID != nil && *entry.PersonID != s.Associate.ID {
		event.Text += " de " + entry.PersonName
	}
	if entry.Reason != "" {
		event.Text += ". Motivo: " + words.Reason(entry.Reason)
	}
	return event
}

// seenFacts sums up who saw the data.
func (s PageData) seenFacts() []record.Fact {
	times, names := map[string]int{}, []string{}
	exports, tokens := 0, map[string]bool{}
	for _, entry := range s.Reads {
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
