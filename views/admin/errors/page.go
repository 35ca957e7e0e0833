package errors

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/systemerrors"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/record"
)

// Summary stands above the list.
type Summary struct {
	systemerrors.Summary
	Release string
	Days    []systemerrors.Day
}

func (s Summary) figures() []ui.KPI {
	return []ui.KPI{
		{Label: "Abertos", Value: fmtbr.Integer(s.Open)}, {Label: "Em 24 h", Value: fmtbr.Integer(s.Last24h)},
		{Label: "Em 7 dias", Value: fmtbr.Integer(s.Last7d)}, {Label: "Versão no ar", Value: s.Release},
	}
}

func (s Summary) chart() chart.Stacked {
	stacked := chart.Stacked{ID: "grafico-erros", Low: true, Title: "Ocorrências por dia",
		Text: "Ocorrências de erros em cada um dos últimos " + strconv.Itoa(len(s.Days)) + " dias."}
	var server, browser int64
	for _, day := range s.Days {
		server, browser = server+day.Server, browser+day.Browser
		label := fmtbr.DayMonth(day.Day, day.Day.Location())
		stacked.Steps = append(stacked.Steps, chart.Step{Label: label, Href: Path, Values: []float64{float64(day.Server), float64(day.Browser)},
			Words: label + ": " + fmtbr.Integer(day.Server) + " do servidor, " + fmtbr.Integer(day.Browser) + " do navegador"})
	}
	stacked.Series = []chart.Series{{Name: "servidor", Figure: fmtbr.Integer(server)}, {Name: "navegador", Figure: fmtbr.Integer(browser)}}
	return stacked
}

func (s Summary) hasEvents() bool {
	return slices.ContainsFunc(s.Days, func(day systemerrors.Day) bool { return day.Server+day.Browser > 0 })
}

// GroupData is the page of a group.
type GroupData struct {
	Group    systemerrors.Group
	Releases []systemerrors.Release
	// Sample is the shown event, Position its number from 0 on, of Kept; Who is the name of the person it happened to.
	Sample         *systemerrors.Sample
	Position, Kept int
	Who            string
	Now            time.Time
}

func (d GroupData) path() string { return PathOf(d.Group.ErrorHash) }

// story says who resolved the group and since when it is back.
func (d GroupData) story() string {
	g := d.Group
	if g.ResolvedAt == nil {
		return ""
	}
	verb := map[systemerrors.Status]string{systemerrors.Fixed: " marcou como resolvido ", systemerrors.Ignored: " ignorou ",
		systemerrors.Open: " reabriu "}[g.Status]
	if g.HasComeBack() {
		verb = " marcou como resolvido "
	}
	who := texts.Of(g.ResolvedBy)
	if who == "" {
		who = "Um token de API"
	}
	story := who + verb + fmtbr.Ago(*g.ResolvedAt, d.Now, d.Now.Location()) + "."
	if g.HasComeBack() {
		story += " Voltou " + fmtbr.Ago(*g.ReopenedAt, d.Now, d.Now.Location()) + "."
	}
	return story
}

func (d GroupData) figures() []ui.KPI {
	return []ui.KPI{
		{Label: "Em 24 h", Value: fmtbr.Integer(d.Group.Count)}, {Label: "No total", Value: fmtbr.Integer(d.Group.EventsCount)},
		{Label: "Pessoas", Value: fmtbr.Integer(d.Group.People)}, {Label: "Primeira vez", Value: fmtbr.Date(d.Group.FirstSeen, d.Now.Location())},
	}
}

// releases are the events by version.
func (d GroupData) releases() (facts []record.Fact) {
	for _, release := range d.Releases {
		facts = append(facts, record.Fact{Label: release.Release,
			Value: fmtbr.Plural(int(release.Events), "vez", "vezes") + " desde " + fmtbr.Date(release.FirstSeen, d.Now.Location())})
	}
	return facts
}

func (d GroupData) stack() ui.Trace {
	trace := ui.Trace{Label: "Pilha"}
	for line := range strings.SplitSeq(strings.TrimSpace(texts.Of(d.Sample.Stack)), "\n") {
		trace.Lines = append(trace.Lines, ui.TraceLine{Text: line, IsOwn: systemerrors.IsOwn(d.Sample.Source, line)})
	}
	return trace
}

func (d GroupData) facts() []record.Fact {
	s := d.Sample
	facts := []record.Fact{{Label: "Quando", Value: fmtbr.DateTime(s.DateCreated, d.Now.Location())}}
	for _, fact := range []record.Fact{
		{Label: "Quem", Value: d.Who}, {Label: "Página", Value: texts.Of(s.URL)}, {Label: "Navegador", Value: texts.Of(s.UserAgent)},
		{Label: "Versão", Value: texts.Of(s.Release)}, {Label: "Código da requisição", Value: texts.Of(s.RequestID)}, {Label: "Dados ocultos",
			Value: removed(s.Removed)},
	} {
		if fact.Value != "" {
			facts = append(facts, fact)
		}
	}
	return facts
}

// removed says what was taken out: "1 CPF, 2 e-mails".
func removed(found map[string]int) string {
	words := [][3]string{{"cpf", "CPF", "CPFs"}, {"email", "e-mail", "e-mails"}, {"phone", "telefone", "telefones"},
		{"number", "número", "números"}, {"token", "token", "tokens"}, {"field", "campo", "campos"}}
	var parts []string
	for _, word := range words {
		if count := found[word[0]]; count > 0 {
			parts = append(parts, fmtbr.Plural(count, word[1], word[2]))
		}
	}
	return strings.Join(parts, ", ")
}

func (d GroupData) extra() string {
	if len(d.Sample.Extra) == 0 {
		return ""
	}
	indented, err := json.MarshalIndent(d.Sample.Extra, "", "  ")
	if err != nil {
		return ""
	}
	return string(indented)
}

// at returns the address of another sample; empty beyond the kept ones.
func (d GroupData) at(position int) string {
	if position < 0 || position >= d.Kept {
		return ""
	}
	return d.path() + "?amostra=" + strconv.Itoa(position+1)
}

// Title is the message, short enough for a heading.
func Title(g systemerrors.Group) string {
	const most = 140
	return texts.Shorten(g.Message, most)
}

// Done says what was done with a group.
func Done(g systemerrors.Group) string {
	switch g.Status {
	case systemerrors.Fixed:
		if g.ResolvedRelease != nil {
			return "Resolvido na " + *g.ResolvedRelease + ". Reabre se voltar."
		}
		return "Resolvido. Reabre se voltar."
	case systemerrors.Ignored:
		return "Ignorado. Continua contado."
	}
	return "Reaberto."
}
