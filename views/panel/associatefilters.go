package panel

import (
	"time"

	"acolhe/models/associates"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// listFilter is a filter of a list as its chip says it.
type listFilter struct {
	name, label string
	// says spells the value; nil when it stands for itself.
	says func(value string) string
}

func associateFilters() []listFilter {
	return []listFilter{
		{"q", "Busca", nil},
		{"situacao", "Situação", func(value string) string { return standingWords(associates.Standing(value)) }},
		{"fase", "Fase", func(value string) string { return phaseWords(associates.Phase(value)) }},
		{"uf", "UF", nil},
		{"cidade", "Cidade", nil},
		{"prescritor", "Prescritor", nil},
		{"etiqueta", "Etiqueta", nil},
		{"de", "Criado desde", dayWords},
		{"ate", "Criado até", dayWords},
		{"pacientes", "Pacientes", func(value string) string { return labelOf(patientOptions(), value) }},
		{"sem_pedido", "Sem pedido há", func(value string) string { return value + " dias" }},
	}
}

// chips says which filters are on, but the search, which its field shows.
func (l AssociateList) chips() ui.Chips {
	chips := ui.Chips{Clear: l.withoutFilters()}
	for _, filter := range associateFilters()[1:] {
		value := l.Query.Filters.Get(filter.name)
		if value == "" {
			continue
		}
		chip := ui.Chip{Label: filter.label, Value: value, Href: l.here().With(filter.name, "", "pagina", l.Views.firstPage())}
		if filter.says != nil {
			chip.Value = filter.says(value)
		}
		chips.Chips = append(chips.Chips, chip)
	}
	return chips
}

// AssociateFilterNames lists the filters by their names in the address.
func AssociateFilterNames() []string {
	var names []string
	for _, filter := range associateFilters() {
		names = append(names, filter.name)
	}
	return names
}

// moreFilters counts the filters that are on behind "Mais filtros".
func (l AssociateList) moreFilters() int {
	count := 0
	for _, name := range []string{"cidade", "prescritor", "etiqueta", "de", "ate", "pacientes", "sem_pedido"} {
		if l.Query.Filters.Has(name) {
			count++
		}
	}
	return count
}

func standingWords(standing associates.Standing) string {
	return map[associates.Standing]string{
		associates.Member: "Associado", associates.Joining: "Em cadastro",
		associates.AwaitsSignature: "Assinatura pendente", associates.HasInvalidPapers: "Documentos inválidos",
	}[standing]
}

// standing shows how somebody stands; the word says it, the tone repeats it.
func standing(standing associates.Standing) ui.Badge {
	tones := map[associates.Standing]ui.Tone{
		associates.Member: ui.Good, associates.Joining: ui.Info,
		associates.AwaitsSignature: ui.Warn, associates.HasInvalidPapers: ui.Bad,
	}
	return ui.Badge{Tone: tones[standing], Text: standingWords(standing)}
}

func phaseWords(phase associates.Phase) string {
	if phase == associates.AwaitsTerm {
		return "Assinatura do termo"
	}
	return string(phase) + " de 5"
}

func dayWords(day string) string {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return fmtbr.Date(date, time.UTC)
}

func standingOptions() []ui.Option {
	var options []ui.Option
	for _, standing := range associates.Standings() {
		options = append(options, ui.Option{Value: string(standing), Label: standingWords(standing)})
	}
	return options
}

func phaseOptions() []ui.Option {
	var options []ui.Option
	for _, phase := range associates.Phases() {
		options = append(options, ui.Option{Value: string(phase), Label: "Fase " + phaseWords(phase)})
	}
	options[len(options)-1].Label = phaseWords(associates.AwaitsTerm)
	return options
}

// tagOptions offers the tags of the catalogue, and the one of the filter if it left it.
func (l AssociateList) tagOptions() []ui.Option {
	var options []ui.Option
	for _, tag := range l.Tags {
		options = append(options, ui.Option{Value: tag, Label: tag})
	}
	if chosen := l.Query.Filters.Get("etiqueta"); chosen != "" && labelOf(options, chosen) == "" {
		options = append(options, ui.Option{Value: chosen, Label: chosen})
	}
	return options
}

func patientOptions() []ui.Option {
	return []ui.Option{{Value: string(associates.WithPatients), Label: "Com pacientes"}, {Value: string(associates.WithoutPatients), Label: "Sem pacientes"}}
}

func quietOptions() []ui.Option {
	return []ui.Option{{Value: "30", Label: "Há 30 dias"}, {Value: "90", Label: "Há 90 dias"}, {Value: "180", Label: "Há 180 dias"}, {Value: "365", Label: "Há um ano"}}
}

func labelOf(options []ui.Option, value string) string {
	for _, option := range options {
		if option.Value == value {
			return option.Label
		}
	}
	return ""
}
