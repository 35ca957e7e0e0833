package panel

import (
	"net/url"
	"time"

	"acolhe/models/associates"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

func associateFilters() []listFilter {
	return []listFilter{
		{name: "q", label: "Busca", typed: true},
		{name: "situacao", label: "Situação", says: func(value string) string { return standingWords(associates.MembershipStatus(value)) }},
		{name: "fase", label: "Fase", says: func(value string) string { return phaseWords(associates.Phase(value)) }},
		{name: "uf", label: "UF"},
		{name: "cidade", label: "Cidade", typed: true},
		{name: "prescritor", label: "Prescritor", typed: true},
		{name: "etiqueta", label: "Etiqueta", typed: true},
		{name: "de", label: "Criado desde", says: dayWords},
		{name: "ate", label: "Criado até", says: dayWords},
		{name: "pacientes", label: "Pacientes", says: func(value string) string { return labelOf(patientOptions(), value) }},
		{name: "sem_pedido", label: "Sem pedido há", says: func(value string) string { return value + " dias" }},
	}
}

// chips says which filters are on, but the search, which its field shows.
func (l AssociateList) chips() ui.Chips {
	return chipsOf(associateFilters()[1:], l.Query.Filters, l.here(), l.Views.firstPage())
}

// AssociateFilterNames lists the filters by their names in the address.
func AssociateFilterNames() []string { return filterNames(associateFilters()) }

// AssociatesAsked says which filters are on, without what names a person.
func AssociatesAsked(filters url.Values) []string { return asked(associateFilters(), filters) }

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

func standingWords(standing associates.MembershipStatus) string {
	return map[associates.MembershipStatus]string{
		associates.Member: "Associado", associates.Joining: "Em cadastro",
		associates.AwaitingSignature: "Assinatura pendente", associates.InvalidDocuments: "Documentos inválidos",
	}[standing]
}

// standing shows how somebody stands; the word says it, the tone repeats it.
func standing(standing associates.MembershipStatus) ui.Badge {
	tones := map[associates.MembershipStatus]ui.Tone{
		associates.Member: ui.Good, associates.Joining: ui.Info,
		associates.AwaitingSignature: ui.Warn, associates.InvalidDocuments: ui.Bad,
	}
	return ui.Badge{Tone: tones[standing], Text: standingWords(standing)}
}

func phaseWords(phase associates.Phase) string {
	if phase == associates.AwaitingTerm {
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
	for _, standing := range associates.MembershipStatuses() {
		options = append(options, ui.Option{Value: string(standing), Label: standingWords(standing)})
	}
	return options
}

func phaseOptions() []ui.Option {
	var options []ui.Option
	for _, phase := range associates.Phases() {
		options = append(options, ui.Option{Value: string(phase), Label: "Fase " + phaseWords(phase)})
	}
	options[len(options)-1].Label = phaseWords(associates.AwaitingTerm)
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
