package agenda

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

type (
	service = bookings.Service
	input   = listing.Input
)

// Options are the values that filters offer.
type Options struct {
	Professionals []professionals.Professional
	Types         []catalog.Type
}

// Names are the professionals as options of a field.
func (o Options) Names() []control.Option {
	options := make([]control.Option, len(o.Professionals))
	for i, one := range o.Professionals {
		options[i] = control.Option{Value: strconv.FormatInt(one.ID, 10), Label: one.Name}
	}
	return options
}

// whens are the ranges of dates in addresses.
func whens() map[string]listing.When {
	return map[string]listing.When{"hoje": listing.Today, "semana": listing.ThisWeek, "passados": listing.PastDays,
		"sem-data": listing.Undated, "todas": listing.AlwaysWhen}
}

// List returns the list of appointments; without dates it shows the next 14 days.
func List(options Options) list.Definition[service, input] {
	return list.Definition[service, input]{
		About: list.About{
			Name: "agenda", Title: "Agendamentos", Path: ListPath, Collection: "services", Search: "Pessoa, profissional ou código",
			Order:      "data",
			HasViews:   true,
			Rows:       list.Noun{One: "agendamento", Many: "agendamentos", None: "Nenhum agendamento"},
			NothingYet: list.Sentence{Title: "Nenhum agendamento nos próximos 14 dias", Text: "Agende um serviço, ou escolha outras datas."},
			NothingFound: list.Sentence{Title: "Nenhum agendamento com estes filtros",
				Text: "A lista mostra os próximos 14 dias. Escolha outras datas ou remova um filtro."},
		},
		Filters: []list.Filter[input]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *input) *string { return &in.Q })},
			{Name: "quando", Label: "Datas", Kind: list.Period, Days: []string{"de", "ate"}, All: "próximos 14 dias",
				Options: []control.Option{{Value: "hoje", Label: "hoje"}, {Value: "semana", Label: "esta semana"},
					{Value: "passados", Label: "últimos 30 dias"}, {Value: "sem-data", Label: "sem data"}, {Value: "todas", Label: "todas as datas"}},
				Set: setWhen},
			{Name: "profissional", Label: "Profissional", All: "todos", Options: options.Names(), IsOpen: true,
				Set: list.To(func(in *input) *string { return &in.Professional })},
			{Name: "tipo", Label: "Tipo", All: "todos", Options: professionalsview.TypeOptions(options.Types), IsOpen: true,
				Set: list.To(func(in *input) *string { return &in.Type })},
			{Name: "etiqueta", Label: "Etiqueta", Kind: list.Tags, More: true, All: "todas",
				Set: list.To(func(in *input) *string { return &in.Tag })},
			{Name: "criado_por", Label: "Criado por", Kind: list.Text, More: true, Set: list.To(func(in *input) *string { return &in.Creator })},
			{Name: "criado_de", Label: "Criado desde", Kind: list.Day, More: true, Set: list.To(func(in *input) *string { return &in.CreatedFrom })},
			{Name: "criado_ate", Label: "Criado até", Kind: list.Day, More: true, Set: list.To(func(in *input) *string { return &in.CreatedTo })},
			{Name: "reserva", Label: "Reserva", Kind: list.ByLink, Show: shortGroup, Set: list.To(func(in *input) *string { return &in.Group })},
			{Name: unpaidFilter, Label: "Pagamento em aberto", Kind: list.ByLink,
				Show: func(string) string { return "marcadas pelos associados há mais de um dia" }, Set: setUnpaidOwn},
			{Name: UndatedFilter, Label: "Sem data", Kind: list.ByLink, Show: func(string) string { return "pelo dia do registro" },
				Set: setUndated},
			{Name: "de", Label: "Desde", Kind: list.Day, Set: list.To(func(in *input) *string { return &in.From })},
			{Name: "ate", Label: "Até", Kind: list.Day, Set: list.To(func(in *input) *string { return &in.To })},
			{Name: "situacao", Label: "Pagamento", Kind: list.ByTab,
				Options: []control.Option{{Value: string(bookings.AwaitingPayment), Label: "A pagar"}, {Value: string(bookings.Paid), Label: "Pagos"}},
				Set:     list.To(func(in *input) *bookings.Status { return &in.Status })},
		},
		Tabs: tabs(),
		Lead: list.Lead[service]{Label: "Para quem", HasInitials: true,
			Text: func(s *service) string { return Person(s.AssociateName, s.PatientName) }, Href: func(s *service) string { return Href(s.ID) }},
		Columns: []list.Column[service]{
			{Name: "data", Label: "Data", Sort: "date", Place: table.Below, Text: func(s *service) string { return dateText(s, time.UTC) },
				Cell: dateCell, Value: dateText},
			{Name: "profissional", Label: "Profissional", Text: func(s *service) string { return s.ProfessionalName }},
			{Name: "tipo", Label: "Tipo", HidesBelow: table.Medium, Text: func(s *service) string { return professionalsview.TypeName(s.Type) }},
			{Name: "situacao", Label: "Pagamento", Place: table.End, Badge: func(s *service) ui.Badge { return StatusBadge(s.Status) }},
			{Name: "associado", Label: "Associado", Optional: true, Text: func(s *service) string { return s.AssociateName }},
			{Name: "email", Label: "E-mail", Optional: true, Text: func(s *service) string { return texts.Of(s.AssociateEmail) }},
			{Name: "codigo", Label: "Código", Optional: true, Text: func(s *service) string { return s.ServiceCode }},
			{Name: "etiquetas", Label: "Etiquetas", HidesBelow: table.Wide, Tags: func(s *service) []string { return s.Tags }},
			{Name: "doacao", Label: "Doação", Optional: true, Amount: func(s *service) money.Amount { return s.Donation }},
			{Name: "preco", Label: "Preço", Place: table.Side, Amount: func(s *service) money.Amount { return s.Price.OrZero() }},
			{Name: "criado", Label: "Criado", Sort: "created", Optional: true, Time: func(s *service) time.Time { return s.DateCreated }},
		},
		Read: func(query list.Query[input]) input {
			query.Input.Window, query.Input.Sort = query.Window, listing.Sort(query.Sort)
			return query.Input
		},
	}
}

func tabs() []list.Tab {
	return []list.Tab{{Label: "Todos"}, statusTab("A pagar", bookings.AwaitingPayment), statusTab("Pagos", bookings.Paid)}
}

func statusTab(label string, status bookings.Status) list.Tab {
	return list.Tab{Label: label, Filters: url.Values{"situacao": {string(status)}}}
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[bookings.Status]page.Counted) map[string]page.Counted {
	counted := map[string]page.Counted{"": counts[""]}
	for _, status := range []bookings.Status{bookings.AwaitingPayment, bookings.Paid} {
		counted[statusTab("", status).Filters.Encode()] = counts[status]
	}
	return counted
}

func setWhen(in *input, value string) error {
	in.When = whens()[value]
	return nil
}

// UndatedFilter is the filter that finds services without a date by the day they were created.
const UndatedFilter = "sem_data"

func setUndated(in *input, value string) error {
	in.UndatedByCreation = value != ""
	return nil
}

// unpaidFilter is the filter that finds the appointments that associates made and have not paid.
const unpaidFilter = "nao_pagos"

func setUnpaidOwn(in *input, value string) error {
	in.UnpaidOwn = value != ""
	return nil
}

// shortGroup shows the beginning of the code of a booking.
func shortGroup(code string) string {
	short, _, _ := strings.Cut(code, "-")
	return short
}

func dateText(s *service, zone *time.Location) string {
	if s.ConsultationDate == nil {
		return ""
	}
	return fmtbr.DateTime(*s.ConsultationDate, zone)
}

func dateCell(s *service, now time.Time) ui.Content {
	if s.ConsultationDate == nil {
		return ui.Quiet("sem data")
	}
	return ui.When{Text: When(s.ConsultationDate, now.Location()), ISO: ui.ISO(*s.ConsultationDate),
		Title: fmtbr.DateTime(*s.ConsultationDate, now.Location())}
}
