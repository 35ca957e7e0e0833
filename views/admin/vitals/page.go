// Package vitals shows administrators how quickly pages load and react.
package vitals

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/types/fmtbr"
	"acolhe/models/webvitals"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/nav"
)

// Path is the address of the page.
const Path = "/admin/desempenho"

// DefaultPeriod is the period that the page opens with.
const DefaultPeriod = "7d"

// PageData is the page of the measurements.
type PageData struct {
	Metrics []webvitals.Metric
	Name    webvitals.Name
	Period  string
	Series  []webvitals.Point
	Pages   []webvitals.Page
	Now     time.Time
}

// about says what a metric measures.
var about = map[webvitals.Name]string{
	webvitals.LCP: "até o maior conteúdo aparecer", webvitals.INP: "até a página reagir a um clique ou tecla", webvitals.CLS: "quanto o conteúdo se desloca sozinho",
	webvitals.FCP: "até o primeiro conteúdo aparecer", webvitals.TTFB: "até o servidor começar a responder",
}

// format writes a value for people: 1,3 s, 180 ms or 0,02.
func format(name webvitals.Name, value *float64) string {
	const second = 1000
	switch {
	case value == nil:
		return "–"
	case name == webvitals.CLS:
		return decimal(*value, 2)
	case *value >= second:
		return decimal(*value/second, 1) + " s"
	}
	return decimal(*value, 0) + " ms"
}

func decimal(value float64, places int) string {
	text := []byte(strconv.FormatFloat(value, 'f', places, 64))
	for i, b := range text {
		if b == '.' {
			text[i] = ','
		}
	}
	return string(text)
}

func badge(rating webvitals.Rating) ui.Badge {
	switch rating {
	case webvitals.Good:
		return ui.Badge{Tone: ui.Good, Text: "Bom"}
	case webvitals.Needs:
		return ui.Badge{Tone: ui.Warn, Text: "Precisa melhorar"}
	}
	return ui.Badge{Tone: ui.Bad, Text: "Ruim"}
}

// figures are the metrics: the value that three of four visits do not exceed.
func (d PageData) figures() (figures []ui.KPI) {
	for _, m := range d.Metrics {
		figure := ui.KPI{Label: string(m.Name), Value: format(m.Name, m.P75), Href: d.address(m.Name, d.Period), Note: "Sem medidas"}
		if m.Rating != nil {
			mark := badge(*m.Rating)
			figure.Note, figure.Tone = mark.Text, mark.Tone
		}
		figures = append(figures, figure)
	}
	return figures
}

func (d PageData) address(name webvitals.Name, period string) string {
	return Path + "?" + url.Values{"medida": {string(name)}, "periodo": {period}}.Encode()
}

func (d PageData) periods() nav.Segments {
	segments := nav.Segments{Label: "Período"}
	for _, period := range []struct{ value, label string }{{"24h", "24 horas"}, {DefaultPeriod, "7 dias"}, {"30d", "30 dias"}, {"90d", "90 dias"}} {
		segments.Segments = append(segments.Segments,
			nav.Tab{Label: period.label, Href: d.address(d.Name, period.value), Current: d.Period == period.value})
	}
	return segments
}

func (d PageData) metric() webvitals.Metric {
	for _, m := range d.Metrics {
		if m.Name == d.Name {
			return m
		}
	}
	return webvitals.Metric{Name: d.Name}
}

// thresholds says from which values on the metric is good or poor, and how the visits are spread.
func (d PageData) thresholds() string {
	m := d.metric()
	text := "Bom até " + format(m.Name, &m.GoodUpTo) + ", ruim acima de " + format(m.Name, &m.PoorFrom) + "."
	if m.Count == 0 {
		return text
	}
	share := func(count int64) string { return fmtbr.Integer(100*count/m.Count) + "%" }
	return text + " De " + fmtbr.Plural(int(m.Count), "visita",
		"visitas") + ", " + share(m.Good) + " boas, " + share(m.NeedsImprovement) + " a melhorar, " + share(m.Poor) + " ruins. " +
		"Metade até " + format(m.Name, m.P50) + ", 95% até " + format(m.Name, m.P95) + "."
}

// thousandths draws a metric without a unit, whose values are below 1.
const thousandths = 1000

// chart draws the value that three of four visits do not exceed; the line is the limit of a good one.
func (d PageData) chart() chart.Bars {
	scale, unit := 1.0, "em milissegundos"
	if d.Name == webvitals.CLS {
		scale, unit = thousandths, "em milésimos"
	}
	good, _ := d.Name.Thresholds()
	bars := chart.Bars{ID: "grafico-desempenho", Across: true, Title: string(d.Name) + " " + unit, Mean: good * scale,
		Text: string(d.Name) + " que três de quatro visitas não passam, " + unit + ". A linha é o limite do bom, " + format(d.Name, &good) + "."}
	for i, point := range d.Series {
		label := point.At.In(d.Now.Location()).Format(d.layout())
		bar := chart.Bar{Label: label, Words: label + ": " + format(d.Name, point.P75) + " em " + fmtbr.Plural(int(point.Count), "visita", "visitas"),
			Figure: format(d.Name, point.P75),
			Href:   d.address(d.Name, d.Period), Partial: i == len(d.Series)-1}
		if point.P75 != nil {
			bar.Value = *point.P75 * scale
		}
		bars.Bars = append(bars.Bars, bar)
	}
	return bars
}

func (d PageData) layout() string {
	if d.Period == "24h" {
		return "15h"
	}
	return "02/01"
}

// lines are the slowest pages.
func (d PageData) lines() (lines []ui.Line) {
	for _, page := range d.Pages {
		lines = append(lines, ui.Line{Title: page.Path,
			Note:   fmtbr.Plural(int(page.Count), "visita", "visitas") + " · metade até " + format(d.Name, page.P50) + " · 95% até " + format(d.Name, page.P95),
			Figure: format(d.Name, page.P75), Status: badge(page.Rating)})
	}
	return lines
}
