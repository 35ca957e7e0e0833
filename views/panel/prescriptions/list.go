// Package prescriptions shows the pages of prescriptions.
package prescriptions

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/prescriptions"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/receitas"

// associatesPath is the address of the list of package associates, which imports this one.
const associatesPath = "/painel/associados"

// Values of the filter and the tabs.
const (
	ending   = "a-vencer"
	expired  = "vencidas"
	valid    = "em-dia"
	replaced = "substituidas"
	refused  = "recusadas"
)

func states() map[string]prescriptions.State {
	return map[string]prescriptions.State{ending: prescriptions.Ending, expired: prescriptions.Expired, valid: prescriptions.Valid,
		replaced: prescriptions.Replaced, refused: prescriptions.Refused}
}

// EndingHref returns the list of the prescriptions that end soon.
func EndingHref() string { return Path + "?" + url.Values{"situacao": {ending}}.Encode() }

// Href returns the page of a prescription.
func Href(id int64) string { return ui.RowHref(Path, id) }

// NewHref returns the form of a new prescription of a person, beside a file; 0 for none.
func NewHref(person, file int64) string {
	href := Path + "/nova/" + strconv.FormatInt(person, 10)
	if file != 0 {
		href += "?arquivo=" + strconv.FormatInt(file, 10)
	}
	return href
}

// List returns the list of prescriptions.
func List() list.Definition[prescriptions.Listed, prescriptions.ListInput] {
	return list.Definition[prescriptions.Listed, prescriptions.ListInput]{
		About: list.About{
			Name: "receitas", Title: "Receitas", Path: Path, Collection: "users", Records: "prescriptions", Search: "Paciente ou prescritor", HasViews: true,
			Order:        "validade",
			Rows:         list.Noun{One: "receita", Many: "receitas", None: "Nenhuma receita"},
			NothingYet:   list.Sentence{Title: "Nenhuma receita ainda", Text: "Registre receitas na página de cada associado, em Receitas."},
			NothingFound: list.Sentence{Title: "Nenhuma receita com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[prescriptions.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *prescriptions.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: tabOptions(),
				Set: func(in *prescriptions.ListInput, value string) error {
					in.State = states()[value]
					return nil
				}},
		},
		Tabs: tabs(),
		Lead: list.Lead[prescriptions.Listed]{Label: "Paciente", Name: "paciente", Sort: "patient", HasInitials: true,
			Href: func(p *prescriptions.Listed) string { return Href(p.ID) }, Text: func(p *prescriptions.Listed) string { return p.Patient }},
		Columns: []list.Column[prescriptions.Listed]{
			{Name: "validade", Label: "Vale até", Sort: "until", Place: table.Below,
				Text: func(p *prescriptions.Listed) string { return p.ValidUntil.Shown() }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Text: func(p *prescriptions.Listed) string { return "" },
				Cell: func(p *prescriptions.Listed, now time.Time) ui.Content { return Badge(p.Prescription, now) }},
			{Name: "produtos", Label: "Produtos", Text: func(p *prescriptions.Listed) string { return Summary(p.Prescription) }},
			{Name: "prescritor", Label: "Prescritor", Text: func(p *prescriptions.Listed) string { return p.PrescriberName }},
			{Name: "registro", Label: "Registro", Optional: true, Text: func(p *prescriptions.Listed) string { return p.Registration() }},
			{Name: "emissao", Label: "Emitida", Sort: "issued", Text: func(p *prescriptions.Listed) string { return p.IssuedOn.Shown() }},
			{Name: "telefone", Label: "Telefone", Optional: true,
				Text: func(p *prescriptions.Listed) string { return fmtbr.Phone(texts.Of(p.Phone)) }},
		},
		Read: func(query list.Query[prescriptions.ListInput]) prescriptions.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, prescriptions.Sort(query.Sort)
			return query.Input
		},
	}
}

func tabOptions() []control.Option {
	return []control.Option{{Value: ending, Label: "A vencer"}, {Value: expired, Label: "Vencidas"}, {Value: valid, Label: "Em dia"},
		{Value: refused, Label: "Recusadas"}, {Value: replaced, Label: "Substituídas"}}
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todas"}}
	for _, option := range tabOptions() {
		tab := list.Tab{Label: option.Label, Filters: url.Values{"situacao": {option.Value}}}
		if option.Value == ending {
			tab.Label = "Receitas a vencer"
			tab.Nothing = list.Sentence{Title: "Nenhuma receita a vencer", Text: "Nenhuma receita termina nos próximos 30 dias."}
		}
		tabs = append(tabs, tab)
	}
	return tabs
}

// Badge shows the state of a prescription; its words carry the meaning, the tone repeats it.
func Badge(p prescriptions.Prescription, now time.Time) ui.Badge {
	state, days := p.On(civil.Of(now))
	switch state {
	case prescriptions.Refused:
		return ui.Badge{Tone: ui.Bad, Text: "Recusada"}
	case prescriptions.Replaced:
		return ui.Badge{Tone: ui.Muted, Text: "Substituída"}
	case prescriptions.Expired:
		return ui.Badge{Tone: ui.Bad, Text: "Venceu em " + p.ValidUntil.Shown()}
	case prescriptions.Ending:
		return ui.Badge{Tone: ui.Warn, Text: endsIn(days)}
	}
	return ui.Badge{Tone: ui.Good, Text: "Em dia"}
}

func endsIn(days int) string {
	switch days {
	case 0:
		return "Vence hoje"
	case 1:
		return "Vence amanhã"
	}
	return "Vence em " + strconv.Itoa(days) + " dias"
}

// Summary names the items of a prescription with their quantities a month.
func Summary(p prescriptions.Prescription) string {
	var parts []string
	for _, item := range p.Items {
		parts = append(parts, item.Name+" ("+strconv.Itoa(item.Quantity)+" por mês)")
	}
	return fmtbr.List(parts)
}
