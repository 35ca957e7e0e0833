package stock

import (
	"slices"

	"acolhe/models/stock"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/nav"
)

// ShownDays is the number of days of the chart, and of the comparison with those before them.
const ShownDays = 30

var directions = []struct {
	value     string
	direction stock.Direction
	label     string
}{
	{"", "", "Tudo"}, {"entradas", stock.In, "Entradas"}, {"saidas", stock.Out, "Saídas"}, {"ajustes", stock.Mending, "Ajustes"},
}

// DirectionOf returns the part of the movements of an address; anything else is all of them.
func DirectionOf(value string) stock.Direction {
	for _, one := range directions {
		if one.value == value {
			return one.direction
		}
	}
	return ""
}

func (d ProductData) directions() ui.Content {
	segments := nav.Segments{Label: "Movimentos"}
	for _, one := range directions {
		href := Href(d.Product.ID)
		if one.value != "" {
			href += "?movimentos=" + one.value
		}
		segments.Segments = append(segments.Segments, nav.Tab{Label: one.label, Href: href + "#movimentos", Current: one.direction == d.Direction})
	}
	return segments
}

// latest are the days of the chart.
func (d ProductData) latest() []stock.Day { return d.Days[max(0, len(d.Days)-ShownDays):] }

// out are the units that went to orders in the days of the chart, and in as many days before them.
func (d ProductData) out() (now, before int) {
	for i, day := range d.Days {
		if i < len(d.Days)-ShownDays {
			before += day.Out
		} else {
			now += day.Out
		}
	}
	return now, before
}

// forecastDays is the number of days of the chart after today.
const forecastDays = 7

// forecast are the days after today if as many units go out as lately; there is none if nothing did.
func (d ProductData) forecast() (days []stock.Day) {
	out, _ := d.out()
	if out <= 0 {
		return nil
	}
	today := d.Days[len(d.Days)-1]
	for ahead := 1; ahead <= forecastDays; ahead++ {
		days = append(days, stock.Day{Day: today.Day.Add(0, 0, ahead), Quantity: max(0, today.Quantity-out*ahead/ShownDays)})
	}
	return days
}

func (d ProductData) bars() chart.Bars {
	bars := chart.Bars{ID: "grafico-estoque", Narrow: true, Title: "Estoque por dia", Text: d.daysText()}
	days := d.latest()
	for i, day := range slices.Concat(days, d.forecast()) {
		label := day.Day.Shown()[:5]
		bar := chart.Bar{Label: label, Words: label + ": " + fmtbr.Plural(day.Quantity, "unidade", "unidades"), Value: float64(day.Quantity),
			Figure: integer(day.Quantity), Href: Href(d.Product.ID) + "#movimentos"}
		if i >= len(days) {
			bar.Words, bar.Partial = bar.Words+", se sair como nos últimos 30 dias", true
		}
		bars.Bars = append(bars.Bars, bar)
	}
	if d.Product.Minimum != nil {
		bars.Mean = float64(*d.Product.Minimum)
	}
	return bars
}

// daysText describes the chart, for people who do not see it.
func (d ProductData) daysText() string {
	days := d.latest()
	if len(days) == 0 {
		return ""
	}
	text := "De " + integer(days[0].Quantity) + " para " + fmtbr.Plural(days[len(days)-1].Quantity, "unidade", "unidades") + "."
	if d.Product.Minimum != nil {
		text += " A linha é o mínimo, " + integer(*d.Product.Minimum) + "."
	}
	if len(d.forecast()) > 0 {
		text += " As barras claras são a previsão, se sair como nos últimos 30 dias."
	}
	return text
}

func (d ProductData) counts() []nav.CountCell {
	here := Href(d.Product.ID)
	cells := []nav.CountCell{
		{Label: "No estoque", Value: integer(d.Product.OnHand), Href: here + "#lotes"},
		{Label: "Livres para pedidos", Value: integer(d.Product.Free()), Href: here + "#lotes"}, d.lastsCell(), d.outCell(),
	}
	if d.Product.Set > 0 {
		cells[0].Note, cells[0].Tone = "e "+integer(d.Product.Set)+" fora de uso", ui.Warn
	}
	if d.Product.Reserved > 0 {
		cells[1].Note = fmtbr.Plural(d.Product.Reserved, "já prometido", "já prometidos")
	}
	switch {
	case d.Product.Free() < 0:
		cells[1].Tone, cells[1].Note = ui.Warn, "faltam para os pedidos"
	case d.Product.IsLow():
		cells[1].Tone, cells[1].Note = ui.Warn, "abaixo do mínimo"
	}
	if d.Product.FirstExpiry != nil {
		cells = append(cells, nav.CountCell{Label: "Vence primeiro", Value: d.Product.FirstExpiry.Shown(), Href: here + "#lotes"})
	}
	return cells
}

// soonDays are the days from which the stock that is left is a warning.
const soonDays = 10

// lastsCell says for how many days the free units last, as many as went out lately.
func (d ProductData) lastsCell() nav.CountCell {
	cell := nav.CountCell{Label: "Dá para", Value: "–", Href: Href(d.Product.ID) + "?movimentos=saidas#movimentos", Note: "nada saiu em 30 dias"}
	out, _ := d.out()
	if out <= 0 {
		return cell
	}
	days := max(0, d.Product.Free()) * ShownDays / out
	cell.Value, cell.Note = fmtbr.Plural(days, "dia", "dias"), pace(out)
	if days <= soonDays {
		cell.Tone = ui.Warn
	}
	return cell
}

// pace says how fast units go out, of those of the days of the chart.
func pace(out int) string {
	if out >= ShownDays {
		return "saem " + integer((out+ShownDays/2)/ShownDays) + " por dia"
	}
	return "sai 1 a cada " + fmtbr.Plural(ShownDays/out, "dia", "dias")
}

func (d ProductData) outCell() nav.CountCell {
	out, before := d.out()
	cell := nav.CountCell{Label: "Saíram em 30 dias", Value: integer(out), Href: Href(d.Product.ID) + "?movimentos=saidas#movimentos"}
	switch {
	case out > before:
		cell.Note = integer(out-before) + " a mais que antes"
	case out < before:
		cell.Note = integer(before-out) + " a menos que antes"
	default:
		cell.Note = "como antes"
	}
	return cell
}
