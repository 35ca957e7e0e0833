// Package security shows the list of security events.
package security

import (
	"net/url"
	"time"

	"acolhe/models/platform/security"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
)

// Path is the address of the list.
const Path = "/admin/seguranca"

// List returns the list of security events, with a timeline for each day.
func List() list.Definition[security.Entry, security.ListInput] {
	return list.Definition[security.Entry, security.ListInput]{
		About: list.About{
			Name: "eventos", Title: "Segurança", Text: "Acessos, tentativas e mudanças em operadores, senhas, tokens e configurações.",
			Path: Path, Search: "Pessoa, e-mail, token ou endereço IP",
			NothingYet: list.Sentence{Title: "Nenhum evento ainda",
				Text: "Acessos, senhas novas, convites e tokens aparecem aqui, com autor, data e endereço."},
			Rows:         list.Noun{One: "evento", Many: "eventos", None: "Nenhum evento"},
			NothingFound: list.Sentence{Title: "Nenhum evento com estes filtros", Text: "Confira a grafia e o período ou remova um filtro."},
		},
		Filters: []list.Filter[security.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *security.ListInput) *string { return &in.Q })},
			{Name: "tipo", Label: "Tipo", Kind: list.ByTab, Options: groups,
				Set: list.To(func(in *security.ListInput) *security.Group { return &in.Group })},
			{Name: "de", Label: "De", Kind: list.Day, Set: list.To(func(in *security.ListInput) *string { return &in.From })},
			{Name: "ate", Label: "Até", Kind: list.Day, Set: list.To(func(in *security.ListInput) *string { return &in.To })},
		},
		HasPlainTabs: true, Tabs: tabs(),
		Lead: list.Lead[security.Entry]{Text: func(entry *security.Entry) string { return Title(*entry) }},
		Body: func(entries []security.Entry, now time.Time) ui.Content { return body(entries, now) },
		Read: list.Windowed(func(in *security.ListInput) *page.Window { return &in.Window }),
	}
}

// groups are the tabs after "all".
var groups = []control.Option{
	{Value: string(security.Logins), Label: "Entradas"}, {Value: string(security.Refusals), Label: "Entradas recusadas"},
	{Value: string(security.Passwords), Label: "Senhas"}, {Value: string(security.Operators), Label: "Operadores"},
	{Value: string(security.Tokens), Label: "Tokens"}, {Value: string(security.Configs), Label: "Configuração"},
	{Value: string(security.Removals), Label: "Exclusões"}, {Value: string(security.Lists), Label: "Exportações"},
	{Value: string(security.Contracts), Label: "Termos"}, {Value: string(security.Reads), Label: "Quem viu"},
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Tudo"}}
	for _, group := range groups {
		tabs = append(tabs, list.Tab{Label: group.Label, Filters: url.Values{"tipo": {group.Value}}})
	}
	return tabs
}

// day holds the events of one day, newest first.
type day struct {
	title   string
	entries []security.Entry
}

// days groups the events by day in the association's time zone.
func days(entries []security.Entry, now time.Time) []day {
	var days []day
	for _, entry := range entries {
		title := dayTitle(entry.DateCreated, now)
		if len(days) == 0 || days[len(days)-1].title != title {
			days = append(days, day{title: title})
		}
		last := &days[len(days)-1]
		last.entries = append(last.entries, entry)
	}
	return days
}

func dayTitle(at, now time.Time) string {
	title := fmtbr.LongDate(at, now.Location())
	switch title {
	case fmtbr.LongDate(now, now.Location()):
		return "Hoje, " + title
	case fmtbr.LongDate(now.AddDate(0, 0, -1), now.Location()):
		return "Ontem, " + title
	}
	return title
}

func (d day) timeline(now time.Time) record.Timeline {
	var timeline record.Timeline
	for _, entry := range d.entries {
		shown, at := sentences[entry.Kind], ui.Moment(entry.DateCreated, now)
		at.Text = fmtbr.Clock(entry.DateCreated, now.Location())
		timeline.Events = append(timeline.Events,
			record.Event{Title: Title(entry), Text: particulars(entry, now.Location()), Who: WhoAndWhere(entry),
				Icon: shown.icon, Tone: shown.tone, At: at})
	}
	return timeline
}

func orNone(text string) string {
	if text == "" {
		return "nenhum"
	}
	return text
}
