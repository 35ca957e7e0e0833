// Package adverseevents shows the pages of what patients felt while they used a product.
package adverseevents

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/adverseevents"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/efeitos"

// associatesPath is the address of the list of package associates, which imports this one.
const associatesPath = "/painel/associados"

// Href returns the page of an event.
func Href(id int64) string { return ui.RowHref(Path, id) }

// NewHref returns the form of a new event of a person.
func NewHref(person int64) string { return Path + "/novo/" + strconv.FormatInt(person, 10) }

// Values of the filters.
var (
	stateSlugs = map[string]adverseevents.State{"novos": adverseevents.New, "acompanhando": adverseevents.Following,
		"encerrados": adverseevents.Closed}
	severitySlugs = map[string]adverseevents.Severity{"leve": adverseevents.Mild, "atrapalhou": adverseevents.Disturbing,
		"forte": adverseevents.Severe}
)

// List returns the list of events.
func List() list.Definition[adverseevents.Listed, adverseevents.ListInput] {
	return list.Definition[adverseevents.Listed, adverseevents.ListInput]{
		About: list.About{
			Name: "efeitos", Title: "Efeitos relatados", Path: Path, Collection: "users", Search: "Paciente, produto ou lote", HasViews: true,
			Order: "-relatado",
			Rows:  list.Noun{One: "relato", Many: "relatos", None: "Nenhum relato"},
			NothingYet: list.Sentence{Title: "Nenhum efeito relatado",
				Text: "Os relatos das pessoas chegam aqui. Para registrar um, abra a página do associado."},
			NothingFound: list.Sentence{Title: "Nenhum relato com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[adverseevents.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *adverseevents.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: tabOptions(),
				Set: func(in *adverseevents.ListInput, value string) error {
					in.State = stateSlugs[value]
					return nil
				}},
			{Name: "como", Label: "Como foi", Kind: list.Select, All: "todos", Options: severityOptions(),
				Set: func(in *adverseevents.ListInput, value string) error {
					in.Severity = severitySlugs[value]
					return nil
				}},
		},
		Tabs: tabs(),
		Lead: list.Lead[adverseevents.Listed]{Label: "Paciente", Name: "paciente", Sort: "patient", HasInitials: true,
			Href: func(e *adverseevents.Listed) string { return Href(e.ID) }, Text: func(e *adverseevents.Listed) string { return e.Patient }},
		Columns: columns(),
		Read: func(query list.Query[adverseevents.ListInput]) adverseevents.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, query.Sort
			return query.Input
		},
	}
}

func columns() []list.Column[adverseevents.Listed] {
	return []list.Column[adverseevents.Listed]{
		{Name: "sintomas", Label: "O que sentiu", Place: table.Below, Text: func(e *adverseevents.Listed) string { return Summary(e.Event) }},
		{Name: "como", Label: "Como foi", Place: table.Side, Badge: func(e *adverseevents.Listed) ui.Badge { return SeverityBadge(e.Severity) }},
		{Name: "situacao", Label: "Situação", Badge: func(e *adverseevents.Listed) ui.Badge { return StateBadge(e.State) }},
		{Name: "produtos", Label: "Produtos", Text: func(e *adverseevents.Listed) string { return e.Products }},
		{Name: "lotes", Label: "Lotes", Text: func(e *adverseevents.Listed) string { return e.Lots }},
		{Name: "inicio", Label: "Começou", Sort: "started", Text: func(e *adverseevents.Listed) string {
			if e.StartedOn == nil {
				return ""
			}
			return e.StartedOn.Shown()
		}},
		{Name: "relatado", Label: "Relatado", Sort: "id", Place: table.End, Time: func(e *adverseevents.Listed) time.Time { return e.DateCreated }},
		{Name: "por", Label: "Por", Optional: true, Text: func(e *adverseevents.Listed) string { return e.ReportedByName }},
		{Name: "feito", Label: "O que foi feito", Optional: true, Text: func(e *adverseevents.Listed) string { return e.Outcome }},
		{Name: "telefone", Label: "Telefone", Optional: true,
			Text: func(e *adverseevents.Listed) string { return fmtbr.Phone(texts.Of(e.Phone)) }},
	}
}

func tabOptions() []control.Option {
	return []control.Option{{Value: "novos", Label: "Novos"}, {Value: "acompanhando", Label: "Acompanhando"}, {Value: "encerrados", Label: "Encerrados"}}
}

func severityOptions() []control.Option {
	return []control.Option{{Value: "forte", Label: "Muito forte"}, {Value: "atrapalhou", Label: "Atrapalhou"}, {Value: "leve", Label: "Leve"}}
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todos"}}
	for _, option := range tabOptions() {
		tabs = append(tabs, list.Tab{Label: option.Label, Filters: url.Values{"situacao": {option.Value}}})
	}
	return tabs
}

// Summary is what a person felt, in a line.
func Summary(event adverseevents.Event) string {
	if len(event.Symptoms) > 0 {
		return fmtbr.List(event.Symptoms)
	}
	return texts.Shorten(event.Description, 80)
}

// SeverityBadge shows how strong an event was.
func SeverityBadge(severity adverseevents.Severity) ui.Badge {
	return map[adverseevents.Severity]ui.Badge{
		adverseevents.Mild:       {Tone: ui.Muted, Text: "Leve"},
		adverseevents.Disturbing: {Tone: ui.Warn, Text: "Atrapalhou"},
		adverseevents.Severe:     {Tone: ui.Bad, Text: "Muito forte"},
	}[severity]
}

// StateBadge shows how far the staff is.
func StateBadge(state adverseevents.State) ui.Badge {
	return map[adverseevents.State]ui.Badge{
		adverseevents.New:       {Tone: ui.Warn, Text: "Novo"},
		adverseevents.Following: {Tone: ui.Info, Text: "Acompanhando"},
		adverseevents.Closed:    {Tone: ui.Good, Text: "Encerrado"},
	}[state]
}
