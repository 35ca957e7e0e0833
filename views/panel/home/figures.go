package home

import (
	"math"

	"acolhe/models/analytics"
	"acolhe/models/types/fmtbr"
	analyticsview "acolhe/views/panel/analytics"
	"acolhe/views/ui/chart"
)

func (t Today) analyticsNote() string {
	period := t.Analytics.Period
	return "últimos " + fmtbr.Plural(period.Start.DaysUntil(period.End)+1, "dia", "dias")
}

// numbers returns the numbers of each area beside those of the period before. More contacts are neither good nor bad, so
// that their change has no colour.
func (t Today) numbers() []chart.Comparison {
	of := t.Analytics
	contacts := t.number("Contatos na recepção", analyticsview.Reception, of.Reception)
	contacts.Trend = ""
	return []chart.Comparison{
		t.number("Novos associados", analyticsview.Associates, of.Associates),
		t.number("Serviços pagos", analyticsview.Services, of.Services),
		t.number("Pedidos", analyticsview.Orders, of.Orders), contacts,
	}
}

func (t Today) number(label string, area analyticsview.Area, pair analytics.Pair) chart.Comparison {
	row := chart.Comparison{Label: label, Value: fmtbr.Integer(pair.Now),
		Href: analyticsview.Filter{Preset: analyticsview.ThirtyDays}.Href(area),
		Note: "sem comparação", Now: float64(pair.Now), Before: float64(pair.Before)}
	if pair.Before == 0 {
		return row
	}
	row.Note = "antes " + fmtbr.Integer(pair.Before)
	if change := int(math.Round(100 * float64(pair.Now-pair.Before) / float64(pair.Before))); change != 0 {
		row.Trend, row.Up = fmtbr.Percent(10*max(change, -change)), change > 0
	}
	return row
}
