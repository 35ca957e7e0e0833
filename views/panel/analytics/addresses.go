// Package analytics shows the sums of associates, services, orders and the reception: figures with their change, a
// chart with its table, and ranks.
package analytics

import (
	"net/url"
	"unicode"
	"unicode/utf8"

	"acolhe/models/analytics"
	"acolhe/models/analytics/periods"
	"acolhe/models/bookings"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Addresses of the pages.
const (
	Path       = "/painel/analises"
	ReportPath = Path + "/relatorio-da-diretoria.pdf"
	// FollowUpsPath and EvidencePath are pages of their own beside the areas.
	FollowUpsPath = Path + "/acompanhamento"
	EvidencePath  = Path + "/evidencias"
)

// Area is a part of the analytics, the end of its address.
type Area string

// The areas.
const (
	Associates Area = "associados"
	Services   Area = "servicos"
	Orders     Area = "pedidos"
	Reception  Area = "recepcao"
)

// Areas returns the areas in their order.
func Areas() []Area { return []Area{Associates, Services, Orders, Reception} }

// Name returns the name of the area.
func (a Area) Name() string {
	return map[Area]string{Associates: "Associados", Services: "Serviços", Orders: "Pedidos", Reception: "Recepção"}[a]
}

// Collection returns the collection whose tags the area's rows have.
func (a Area) Collection() string {
	return map[Area]string{Associates: "users", Services: "services", Orders: "orders", Reception: "reception"}[a]
}

// Preset is a named period.
type Preset string

// The presets; without one and without days it is TwelveMonths.
const (
	ThirtyDays   Preset = "30-dias"
	NinetyDays   Preset = "90-dias"
	ThisYear     Preset = "este-ano"
	TwelveMonths Preset = "12-meses"
	// Chosen are the days From and To.
	Chosen Preset = "datas"
)

// Filter is the state of a page in its address.
type Filter struct {
	Preset Preset `form:"periodo"`
	From   string `form:"de"`
	To     string `form:"ate"`
	// By is the length of a bucket; empty for the one that fits the period.
	By           By     `form:"por"`
	Status       string `form:"situacao"`
	Tag          string `form:"etiqueta"`
	Type         string `form:"tipo"`
	Professional string `form:"profissional"`
	Attendant    string `form:"atendente"`
	// Counts shows the number of services in place of their amounts.
	Counts string `form:"medida"`
}

// By is the length of a bucket in an address.
type By string

// The lengths.
const (
	ByDay   By = "dia"
	ByWeek  By = "semana"
	ByMonth By = "mes"
	ByYear  By = "ano"
)

var lengths = map[By]periods.GroupBy{ByDay: periods.Day, ByWeek: periods.Week, ByMonth: periods.Month, ByYear: periods.Year}

// Named returns the filter with its preset.
func (f Filter) Named() Filter {
	switch f.Preset {
	case ThirtyDays, NinetyDays, ThisYear, TwelveMonths, Chosen:
	default:
		f.Preset = TwelveMonths
	}
	f.From, f.To = civil.TypedDay(f.From), civil.TypedDay(f.To)
	if f.Preset != Chosen && (f.From != "" || f.To != "") {
		f.Preset = Chosen
	}
	if f.Preset == Chosen && f.From == "" && f.To == "" {
		f.Preset = TwelveMonths
	}
	if f.By == "" || lengths[f.By] == "" {
		f.By = map[Preset]By{ThirtyDays: ByDay, NinetyDays: ByWeek}[f.Preset]
	}
	if f.By == "" {
		f.By = ByMonth
	}
	return f
}

// Input returns the period of the filter.
func (f Filter) Input(today civil.Date) periods.Input {
	f = f.Named()
	input := periods.Input{GroupBy: string(lengths[f.By])}
	switch f.Preset {
	case ThirtyDays:
		input.Start = periods.LastDays(30, today).Start.String()
	case NinetyDays:
		input.Start = periods.LastDays(90, today).Start.String()
	case ThisYear:
		input.Start = periods.ThisYear(today).Start.String()
	case Chosen:
		input.Start, input.End = f.From, f.To
	}
	return input
}

// Href returns the page of an area with the filter.
func (f Filter) Href(area Area) string { return f.at(Path + "/" + string(area)) }

// ExportPath returns the address of the files of an area.
func ExportPath(area Area) string { return Path + "/" + string(area) + "/exportar" }

func (f Filter) at(path string) string {
	query := f.query()
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

func (f Filter) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{"periodo": string(f.Preset), "de": f.From, "ate": f.To, "por": string(f.By),
		"situacao": f.Status,
		"etiqueta": f.Tag,
		"tipo":     f.Type, "profissional": f.Professional, "atendente": f.Attendant, "medida": f.Counts} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// PeriodOnly returns the filter without what belongs to one area.
func (f Filter) PeriodOnly() Filter {
	return Filter{Preset: f.Preset, From: f.From, To: f.To, By: f.By}
}

// on returns the filter of a bucket by day, to look into it.
func (f Filter) on(from, to civil.Date) Filter {
	f.Preset, f.From, f.To, f.By = Chosen, from.String(), to.String(), ByDay
	return f
}

// WithoutMistakes returns the filter for the last 12 months, when its period or a value was refused.
func (f Filter) WithoutMistakes() Filter { return Filter{Counts: f.Counts} }

// Statuses returns the status of the filter as a list.
func (f Filter) Statuses() []string { return listed(f.Status) }

// Orders returns the filter as the input of orders.
func (f Filter) Orders(period periods.Input) analytics.OrdersInput {
	return analytics.OrdersInput{Input: period, Status: f.Statuses(), Tags: listed(f.Tag)}
}

// Services returns the filter as the input of services.
func (f Filter) Services(period periods.Input) analytics.ServicesInput {
	input := analytics.ServicesInput{Input: period, Status: f.Statuses(), Tags: listed(f.Tag), Type: f.Type,
		Professional: f.Professional}
	if f.Status == allStatuses {
		input.Status = bookings.Paid.Values()
	}
	return input
}

// Reception returns the filter as the input of the reception.
func (f Filter) Reception(period periods.Input) analytics.ReceptionInput {
	return analytics.ReceptionInput{Input: period, Status: f.Statuses(), Tags: listed(f.Tag), Attendant: f.Attendant}
}

func listed(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// Refusal is the sentence about a refused filter.
func Refusal(refused *errs.Error) string {
	first, rest := utf8.DecodeRuneInString(refused.Fields[0].Message)
	return string(unicode.ToUpper(first)) + refused.Fields[0].Message[rest:] + "."
}
