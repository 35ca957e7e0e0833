package home

import (
	"math"
	"strconv"
	"time"

	"acolhe/models/orders"
	"acolhe/models/receipts"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/nav"
)

// comparisons returns the amounts received today, this week and this month.
func (t Today) comparisons() []chart.Comparison {
	now, month := t.Now, t.Received.Month
	days := func(period civil.Span) string {
		last := period.To.Add(-time.Nanosecond)
		return "1 a " + number(last.Day()) + " de " + fmtbr.ShortMonth(last.Month())
	}
	lastWeekday := [...]string{"domingo passado", "segunda passada", "terça passada", "quarta passada", "quinta passada", "sexta passada",
		"sábado passado"}[now.Weekday()]
	return []chart.Comparison{
		comparison("Hoje", "até "+fmtbr.Clock(now, now.Location()), lastWeekday, t.Received.Day),
		comparison("Semana", "desde segunda", "semana passada", t.Received.Week),
		comparison("Mês", days(month.Period), days(month.PeriodBefore), month),
	}
}

func comparison(label, until, before string, sums receipts.Comparison) chart.Comparison {
	received, past := sums.Received.Total(), sums.Before.Total()
	row := chart.Comparison{Label: label, Until: until, Value: fmtbr.Money(received),
		Href: ordersview.ReachedHref(orders.Paid, sums.Period.From, sums.Period.To),
		Note: "sem comparação", Now: reais(received), Before: reais(past)}
	if !sums.Received.Services.IsZero() {
		row.Part = fmtbr.Money(sums.Received.Services) + " em atendimentos"
	}
	if past.IsZero() {
		return row
	}
	row.Note = before + " " + fmtbr.Money(past)
	change := int(math.Round(100 * (row.Now - row.Before) / row.Before))
	if change != 0 {
		row.Trend, row.Up = fmtbr.Percent(10*max(change, -change)), change > 0
	}
	return row
}

// reais returns an amount as a float for drawing; never compute with it.
func reais(amount money.Amount) float64 {
	value, _ := strconv.ParseFloat(amount.String(), 64) // an amount is a decimal number
	return value
}

// bars returns the orders of the last days; the last one is today, which is incomplete.
func (t Today) bars() chart.Bars {
	bars := chart.Bars{ID: "grafico-pedidos", Title: "Pedidos por dia", Text: t.perDayText(), Mean: t.mean()}
	for i, day := range t.PerDay.Days {
		short := fmtbr.DayMonth(day.Day, t.Now.Location())
		bar := chart.Bar{Label: short, Words: short + ": " + fmtbr.Plural(day.Count, "pedido", "pedidos"), Value: float64(day.Count),
			Figure: number(day.Count),
			Href:   ordersview.PlacedHref(day.Day, day.Day)}
		if i == len(t.PerDay.Days)-1 {
			bar.Label, bar.Partial = "hoje", true
		}
		bars.Bars = append(bars.Bars, bar)
	}
	return bars
}

// mean returns the mean of the days before those of the chart.
func (t Today) mean() float64 { return float64(t.PerDay.Before) / float64(len(t.PerDay.Days)) }

func (t Today) perDayText() string {
	days := t.PerDay.Days
	text := "De " + fmtbr.Date(days[0].Day, t.Now.Location()) + " até hoje: " + fmtbr.Plural(t.PerDay.Total, "pedido", "pedidos")
	best := days[0]
	for _, day := range days {
		if day.Count > best.Count {
			best = day
		}
	}
	if best.Count > 0 {
		text += ", o dia com mais foi " + fmtbr.Date(best.Day, t.Now.Location()) + " com " + number(best.Count)
	}
	return text + "."
}

func (t Today) perDayNote() string {
	note := number(t.PerDay.Total) + " em " + fmtbr.Plural(len(t.PerDay.Days), "dia", "dias")
	if t.PerDay.Before == 0 {
		return note
	}
	change := int(math.Round(100 * float64(t.PerDay.Total-t.PerDay.Before) / float64(t.PerDay.Before)))
	before := " que nos " + number(len(t.PerDay.Days)) + " anteriores"
	switch {
	case change > 0:
		return note + ", " + fmtbr.Percent(10*change) + " a mais" + before
	case change < 0:
		return note + ", " + fmtbr.Percent(-10*change) + " a menos" + before
	}
	return note + ", tantos quanto nos " + number(len(t.PerDay.Days)) + " anteriores"
}

func (t Today) perDayLooks() ui.Content {
	return nav.Segments{Label: "Pedidos por dia como", Segments: []nav.Tab{
		{Label: "Gráfico", Href: chartHref, Current: !t.Query.Table}, {Label: "Tabela", Href: tableHref, Current: t.Query.Table},
	}}
}

func (t Today) perDayLegend() ui.Content {
	entries := []chart.LegendEntry{{Mark: chart.BarNow, Text: "pedidos do dia"}}
	if t.mean() > 0 {
		tenths := int(math.Round(10 * t.mean()))
		entries = append(entries, chart.LegendEntry{Mark: chart.DashLine,
			Text: "média dos " + number(len(t.PerDay.Days)) + " dias anteriores: " + fmtbr.Tenths(tenths)})
	}
	return chart.Legend{Entries: entries}
}
