package admin

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/platform/security"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// EventListFragment is the part of the list of events that a filter replaces.
const EventListFragment = "lista-eventos"

// EventQuery is the state of the list of events, all of it in the address.
type EventQuery struct {
	Group security.Group
	Words string
	// From and To are civil days, as a date field writes them.
	From, To string
	Page     web.PageQuery
}

// EventList is the list of security events.
type EventList struct {
	Query EventQuery
	Found page.Of[security.Entry]
	// Now carries the association's time zone.
	Now time.Time
}

// eventDay is the events of one day, newest first.
type eventDay struct {
	title   string
	entries []security.Entry
}

func (l EventList) here() ui.Here {
	query := url.Values{}
	for name, value := range map[string]string{"tipo": string(l.Query.Group), "q": l.Query.Words, "de": l.Query.From,
		"ate": l.Query.To, "por": l.size()} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return "/admin/seguranca"
	}
	return ui.Here("/admin/seguranca?" + query.Encode())
}

func (l EventList) size() string {
	if l.Query.Page.Size == page.DefaultPageSize {
		return ""
	}
	return strconv.Itoa(l.Query.Page.Size)
}

var groupNames = map[security.Group]string{
	security.Logins: "Entradas", security.Refusals: "Entradas recusadas", security.Passwords: "Senhas",
	security.Operators: "Operadores", security.Tokens: "Tokens", security.Configs: "Configuração", security.Removals: "Exclusões",
	security.Lists: "Exportações",
}

// tabs leads between the groups; the other filters stay.
func (l EventList) tabs() ui.Tabs {
	tabs := []ui.Tab{{Label: "Tudo", Href: l.here().With("tipo", ""), Current: l.Query.Group == ""}}
	for _, group := range security.Groups() {
		tabs = append(tabs, ui.Tab{Label: groupNames[group], Href: l.here().With("tipo", string(group)), Current: l.Query.Group == group})
	}
	return ui.Tabs{Label: "Tipos de evento", Tabs: tabs}
}

func (l EventList) filters() ui.Filters {
	filters := ui.Filters{Action: "/admin/seguranca", Target: EventListFragment, Label: "Filtrar eventos",
		Q: l.Query.Words, Placeholder: "Pessoa, e-mail, token ou endereço IP"}
	for _, kept := range []ui.Option{{Value: "tipo", Label: string(l.Query.Group)}, {Value: "por", Label: l.size()}} {
		if kept.Label != "" {
			filters.Hidden = append(filters.Hidden, kept)
		}
	}
	return filters
}

func (l EventList) isFiltered() bool {
	return l.Query.Words != "" || l.Query.Group != "" || l.Query.From != "" || l.Query.To != "" || l.Query.Page.Number > 1
}

func (l EventList) pager() ui.Pager {
	total := 0
	if l.Found.Meta.FilterCount != nil {
		total = *l.Found.Meta.FilterCount
	}
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: total}
}

// days cuts the events at midnight of the association.
func (l EventList) days() []eventDay {
	var days []eventDay
	for _, entry := range l.Found.Items {
		title := l.dayTitle(entry.DateCreated)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, eventDay{title: title})
		}
		last := &days[len(days)-1]
		last.entries = append(last.entries, entry)
	}
	return days
}

func (l EventList) dayTitle(at time.Time) string {
	title := fmtbr.LongDate(at, l.Now.Location())
	switch title {
	case fmtbr.LongDate(l.Now, l.Now.Location()):
		return "Hoje, " + title
	case fmtbr.LongDate(l.Now.AddDate(0, 0, -1), l.Now.Location()):
		return "Ontem, " + title
	}
	return title
}

func (l EventList) timeline(day eventDay) ui.Timeline {
	var timeline ui.Timeline
	for _, entry := range day.entries {
		words := wordsOf[entry.Kind]
		timeline.Events = append(timeline.Events, ui.Event{
			Title: title(entry), Text: particulars(entry, l.Now.Location()), Who: whoAndWhere(entry), Icon: words.icon, Tone: words.tone,
			At: ui.When{Text: fmtbr.Clock(entry.DateCreated, l.Now.Location()), ISO: entry.DateCreated.UTC().Format(time.RFC3339),
				Title: fmtbr.DateTime(entry.DateCreated, l.Now.Location())},
		})
	}
	return timeline
}
