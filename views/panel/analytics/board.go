package analytics

import (
	"math"
	"strconv"
	"strings"
	"time"

	"acolhe/models/analytics"
	"acolhe/models/analytics/periods"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	receptionview "acolhe/views/panel/reception"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
)

// Board are the sums of an area, for the page, the files and the report.
type Board struct {
	Area           Area
	Filter         Filter
	Period, Before periods.Period
	Today          civil.Date
	Trends         []chart.Trend
	Chart          chart.Stacked
	Table          chart.FigureTable
	Lists          []List
	// Sentence says what stands out, for the report.
	Sentence string
	// Hides reports whether a group is too small to be shown.
	Hides bool
	Note  string
	Total int64
	// Revenue is that of orders, nil for the other areas.
	Revenue *Revenue
	// ReadsReception reports whether the person may read the contacts of the reception.
	ReadsReception bool

	// summary and table are the figures of the trends and of the chart's table for the files.
	summary, table []Line
}

// List is a ranking with its title.
type List struct {
	Title string
	Ranks chart.Ranks

	fileRows []fileRow
}

// figure is a figure of an area: now, before, and by bucket. Good is 1 if more of it is good, -1 if less is, else 0.
type figure struct {
	label       string
	now, before int64
	unit        unit
	line        []float64
	good        int
}

// unit is what a figure counts.
type unit int

// The units: pieces, and cents shown as reais.
const (
	pieces unit = iota
	inCents
)

func (u unit) shown(n int64) string {
	if u == inCents {
		return reais(n)
	}
	return whole(n)
}

func whole(n int64) string  { return fmtbr.Integer(n) }
func reais(c int64) string  { return fmtbr.Money(money.FromCents(c)) }
func amount(c int64) string { return strings.TrimPrefix(reais(c), "R$\u00a0") }

// cents returns an amount in cents.
func cents(m money.Amount) int64 {
	digits, _ := strconv.ParseInt(strings.Replace(m.String(), ".", "", 1), 10, 64) // an amount has two decimals
	return digits
}

// summarize adds a figure with its change.
func (b *Board) summarize(f figure) {
	b.Trends = append(b.Trends, f.trend())
	b.summary = append(b.summary, Line{Part: "Resumo", Row: f.label, Figure: "Período", Value: f.unit.plain(f.now)})
	if f.before != 0 {
		b.summary = append(b.summary, Line{Part: "Resumo", Row: f.label, Figure: "Período anterior", Value: f.unit.plain(f.before)},
			Line{Part: "Resumo", Row: f.label, Figure: "Mudança (%)", Value: tenths(change(f.now, f.before))})
	}
}

func (f figure) trend() chart.Trend {
	trend := chart.Trend{Label: f.label, Value: f.unit.shown(f.now), Change: "sem comparação", Tone: ui.Muted,
		Line: chart.Spark{Values: f.line}}
	if f.before == 0 {
		return trend
	}
	trend.Before = "antes " + f.unit.shown(f.before)
	tenths := change(f.now, f.before)
	trend.Change, trend.Rises, trend.Falls = fmtbr.Percent(max(tenths, -tenths)), tenths > 0, tenths < 0
	switch {
	case tenths*f.good > 0:
		trend.Tone = ui.Good
	case tenths*f.good < 0:
		trend.Tone = ui.Bad
	}
	return trend
}

// change returns the change in tenths of a percent.
func change(now, before int64) int {
	return int(math.Round(1000 * float64(now-before) / float64(before)))
}

// moved is the change in words: "cresceram 14,8%".
func moved(now, before int64) string {
	tenths := change(now, before)
	switch {
	case tenths > 0:
		return "cresceram " + fmtbr.Percent(tenths)
	case tenths < 0:
		return "caíram " + fmtbr.Percent(-tenths)
	}
	return "ficaram iguais"
}

// bucket is a step of the period with its names.
type bucket struct {
	first, from, to    civil.Date
	label, below, name string
	short              string
	isPartial          bool
}

// buckets returns the steps of the period. The last one is partial while it lasts.
func (b Board) buckets() []bucket {
	dates := b.Period.Buckets()
	steps := make([]bucket, len(dates))
	for i, first := range dates {
		step := bucket{first: first}
		step.from, step.to = b.Period.Bucket(first)
		at := first.In(time.UTC)
		switch b.Period.GroupBy {
		case periods.Month:
			step.label, step.name = fmtbr.ShortMonth(at.Month()), fmtbr.LongMonth(at, time.UTC)
			step.short = step.label + first.In(time.UTC).Format("/06")
			if i == 0 || at.Month() == time.January {
				step.below = strconv.Itoa(at.Year())
			}
		case periods.Year:
			year := strconv.Itoa(at.Year())
			step.label, step.name, step.short = year, year, year
		case periods.Week:
			step.label, step.short, step.name = fmtbr.DayMonth(at, time.UTC), first.In(time.UTC).Format("02/01/06"), "semana de "+first.Shown()
		default:
			step.label, step.short, step.name = fmtbr.DayMonth(at, time.UTC), first.In(time.UTC).Format("02/01/06"), first.Shown()
		}
		whole, last := periods.Period{Start: first, End: first.Add(2, 0, 0), GroupBy: b.Period.GroupBy}.Bucket(first)
		step.isPartial = whole.Before(step.from) || step.to.Before(last)
		if step.isPartial && i == len(dates)-1 && len(dates) > 1 {
			step.below = "até " + step.to.In(time.UTC).Format("02")
			if b.Period.GroupBy != periods.Month {
				step.below = "até " + step.to.In(time.UTC).Format("02/01")
			}
		}
		steps[i] = step
	}
	return steps
}

// beforeName is the legend of the short lines.
func (b Board) beforeName() string {
	if b.Before.Start.Add(1, 0, 0) != b.Period.Start {
		return "período anterior"
	}
	return map[periods.GroupBy]string{periods.Month: "mesmo mês do ano anterior", periods.Year: "ano anterior"}[b.Period.GroupBy]
}

// Text names the periods: "01/12/2025 a 21/11/2026, comparado a 01/12/2024 a 21/11/2025".
func (b Board) Text() string {
	return b.Period.Start.Shown() + " a " + b.Period.End.Shown() + ", comparado a " + b.Before.Start.Shown() + " a " + b.Before.End.Shown()
}

func (b Board) unit() string {
	return map[periods.GroupBy]string{periods.Day: "dia", periods.Week: "semana", periods.Month: "mês",
		periods.Year: "ano"}[b.Period.GroupBy]
}

func (b Board) unitHead() string {
	return map[periods.GroupBy]string{periods.Day: "Dia", periods.Week: "Semana", periods.Month: "Mês",
		periods.Year: "Ano"}[b.Period.GroupBy]
}

// line returns the values of the buckets for a small line.
func (b Board) line(found analytics.Found, of func(analytics.Figures) int64) []float64 {
	var values []float64
	for _, first := range b.Period.Buckets() {
		values = append(values, float64(of(found.Dates[first])))
	}
	return values
}

// contacts returns the address of the contacts of a filter that arrived on these days, with pairs of further filters.
func (b Board) contacts(from, to civil.Date, filter Filter, further ...string) string {
	if !b.ReadsReception {
		return filter.on(from, to).Href(Reception)
	}
	attendant := filter.Attendant
	if attendant == analytics.None {
		attendant = receptionview.Unattended
	}
	filters := append([]string{"situacao", filter.Status, "etiqueta", filter.Tag, "atendente", attendant}, further...)
	return receptionview.FinishedHref(from, to, filters...)
}
