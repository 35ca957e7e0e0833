// Package cashbook shows the result of a month: what came in, what went out, and the entries that the staff typed.
package cashbook

import (
	"time"

	"acolhe/models/cashbook"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// The addresses of the page, its file and its actions.
const (
	Path       = "/painel/resultado"
	FilePath   = Path + "/arquivo.csv"
	ClosePath  = Path + "/fechar"
	ReopenPath = Path + "/reabrir"
)

// Href returns the page of a month.
func Href(month civil.Month) string { return Path + "?mes=" + month.String() }

// Data is the page of a month. Now is in the association's time zone.
type Data struct {
	Result  cashbook.Result
	Typed   web.FormData
	Refused error
	Now     time.Time
	// CanReopen reports whether the person may open a closed month again.
	CanReopen bool
}

func (d Data) month() string {
	return fmtbr.LongMonth(d.Result.Month.In(time.UTC).From, time.UTC)
}

// hasBegun reports whether the month can be closed: one to come cannot.
func (d Data) hasBegun() bool { return d.Result.Month.In(d.Now.Location()).From.Before(d.Now) }

func (d Data) text() string {
	if closing := d.Result.Closing; closing != nil {
		return fmtbr.Capitalized(d.month()) + ", fechado por " + closing.ClosedBy + " em " + fmtbr.Date(closing.DateClosed, d.Now.Location())
	}
	return fmtbr.Capitalized(d.month())
}

func (d Data) isOpen() bool { return d.Result.Closing == nil }

// row is a line of the result.
type row struct {
	label string
	value money.Amount
	isOut bool
}

func (d Data) rows() []row {
	r := d.Result
	return []row{
		{"Recebido de pedidos", r.Orders, false}, {"Recebido de atendimentos", r.Services, false}, {"Outras entradas", r.Income, false},
		{"Repasses aos profissionais", r.Payouts, true}, {"Custos lançados", r.Costs, true},
	}
}

func (r row) figure() string {
	if r.isOut && !r.value.IsZero() {
		return "−" + fmtbr.Money(r.value)
	}
	return fmtbr.Money(r.value)
}

func balance(value money.Amount) string {
	if value.Cmp(money.Zero) < 0 {
		return "−" + fmtbr.Money(money.Zero.Sub(value))
	}
	return fmtbr.Money(value)
}

func (d Data) line(entry cashbook.Entry) ui.Line {
	line := ui.Line{Title: entry.Category, Note: fmtbr.Join(" · ", entry.Day.Shown(), texts.Of(entry.Note), "por "+entry.AuthorName),
		Actions: []ui.Content{ui.Amount(entryRow(entry).figure())}}
	if d.isOpen() {
		line.Actions = append(line.Actions, ui.PostButton{Label: "Remover", Name: entry.Category + ", " + entry.Day.Shown(),
			Action: ui.RowHref(Path, entry.ID) + "/remover"})
	}
	return line
}

func entryRow(entry cashbook.Entry) row {
	return row{entry.Category, entry.Value, entry.Kind == cashbook.Cost}
}

var labels = map[string]string{"kind": "Tipo", "category": "Categoria", "value": "Valor", "day": "Dia", "note": "Observação"}

func (d Data) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refused.Message})
	}
	return problems
}

func (d Data) input(name string, of control.Kind) control.Input {
	return control.Input{Name: name, Label: labels[name], Kind: of, Value: d.Typed.Or(name, d.proposed(name)), Error: d.problems().For(name),
		Autocomplete: "off", Optional: name == "note"}
}

// proposed is what a field holds at first: the day is today while its month is shown.
func (d Data) proposed(name string) string {
	if name != "day" || civil.MonthOf(d.Now) != d.Result.Month {
		return ""
	}
	return civil.Of(d.Now).Shown()
}

func (d Data) kinds() control.Radio {
	return control.Radio{Name: "kind", Label: labels["kind"], Value: d.Typed.Or("kind", string(cashbook.Cost)),
		Error:   d.problems().For("kind"),
		Options: []control.Option{{Value: string(cashbook.Cost), Label: "Custo"}, {Value: string(cashbook.Income), Label: "Entrada"}}}
}

// suggested are the categories that the field offers.
func suggested() []string {
	return append(cashbook.Categories(cashbook.Cost), cashbook.Categories(cashbook.Income)...)
}

func (d Data) closing() dialog.Confirm {
	return dialog.Confirm{ID: "fechar-mes", Title: "Fechar " + d.month() + "?", Action: ClosePath, Verb: "Fechar o mês",
		Text: "Os lançamentos ficam como estão. Só a Administração reabre o mês."}
}

// Line is a row of the file.
type Line struct{ Day, Kind, Category, Value, Note, Author string }

// Lines returns the rows of the file: the sums first, then the entries.
func Lines(result cashbook.Result) []Line {
	month := result.Month.String()
	lines := []Line{
		{month, "Entrada", "Pedidos", result.Orders.Typed(), "", ""}, {month, "Entrada", "Atendimentos", result.Services.Typed(), "", ""},
		{month, "Saída", "Repasses aos profissionais", result.Payouts.Typed(), "", ""},
	}
	for _, entry := range result.Entries {
		direction := "Entrada"
		if entry.Kind == cashbook.Cost {
			direction = "Saída"
		}
		lines = append(lines, Line{entry.Day.String(), direction, entry.Category, entry.Value.Typed(), texts.Of(entry.Note), entry.AuthorName})
	}
	return append(lines, Line{month, "Resultado", "", result.Balance().Typed(), "", ""})
}

// Columns are the columns of the file.
func Columns() []exports.Column[Line] {
	column := func(name string, of func(Line) string) exports.Column[Line] {
		return exports.Column[Line]{Name: name, Kind: kind.Text, Value: of}
	}
	return []exports.Column[Line]{
		column("Dia", func(l Line) string { return l.Day }), column("Tipo", func(l Line) string { return l.Kind }),
		column("Categoria", func(l Line) string { return l.Category }),
		column("Valor", func(l Line) string { return l.Value }), column("Observação", func(l Line) string { return l.Note }),
		column("Lançado por", func(l Line) string { return l.Author }),
	}
}
