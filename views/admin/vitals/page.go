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

// labels are the names of the metrics.
var labels = map[webvitals.Name]string{
	webvitals.LCP: "Abertura", webvitals.INP: "Resposta ao toque", webvitals.CLS: "Estabilidade", webvitals.FCP: "Primeira imagem",
	webvitals.TTFB: "Servidor",
}

// about says what a metric measures.
var about = map[webvitals.Name]string{
	webvitals.LCP: "até o maior conteúdo aparecer", webvitals.INP: "até a página reagir a um clique ou tecla",
	webvitals.CLS: "quanto o conteúdo se desloca sozinho",
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
		figure := ui.KPI{Label: labels[m.Name], Value: format(m.Name, m.P75), Href: d.address(m.Name, d.Period), Note: "Sem medidas"}
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
	for _, period := range []struct{ value, label string }{{"24h", "24 horas"}, {DefaultPeriod, "7 dias"}, {"30d", "30 dias"},
		{"90d", "90 dias"}} {
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

// thresholds says how many of the visits were good, and up to which value one is.
func (d PageData) thresholds() string {
	m := d.metric()
	switch m.Count {
	case 0:
		return "Bom até " + format(m.Name, &m.GoodUpTo) + "."
	case 1:
		return "Uma visita até agora. Bom até " + format(m.Name, &m.GoodUpTo) + "."
	}
	share := fmtbr.Integer(100*m.Good/m.Count) + "%"
	return share + " das " + fmtbr.Integer(m.Count) + " visitas " + praise[m.Name] + " (até " + format(m.Name, &m.GoodUpTo) + ")."
}

// praise says what a good visit was like.
var praise = map[webvitals.Name]string{webvitals.LCP: "abriram rápido", webvitals.INP: "responderam rápido ao toque",
	webvitals.CLS: "ficaram estáveis", webvitals.FCP: "mostraram algo rápido", webvitals.TTFB: "tiveram resposta rápida do servidor"}

// thousandths draws a metric without a unit, whose values are below 1.
const thousandths = 1000

// chart draws the value that three of four visits do not exceed; the line is the limit of a good one.
func (d PageData) chart() chart.Bars {
	scale, unit := 1.0, "em milissegundos"
	if d.Name == webvitals.CLS {
		scale, unit = thousandths, "em milésimos"
	}
	good, _ := d.Name.Thresholds()
	bars := chart.Bars{ID: "grafico-desempenho", Across: true, Title: labels[d.Name] + " " + unit, Mean: good * scale,
		Text: labels[d.Name] + " (" + string(d.Name) + ") que três em cada quatro visitas não passam, " + unit + ". A linha é o limite do bom, " + format(d.Name, &good) + "."}
	for i, point := range d.Series {
		label := point.At.In(d.Now.Location()).Format(d.layout())
		bar := chart.Bar{Label: label, Words: label + ": " + format(d.Name, point.P75) + " em " + fmtbr.Plural(int(point.Count), "visita",
			"visitas"),
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
			Note: fmtbr.Plural(int(page.Count), "visita", "visitas") + " · metade até " + format(d.Name, page.P50) + " · 95% até " + format(d.Name,
				page.P95),
			Figure: format(d.Name, page.P75), Status: badge(page.Rating)})
	}
	return lines
}
