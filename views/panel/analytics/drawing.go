package analytics

import (
	"acolhe/models/analytics"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/chart"
)

// column is a series of the chart and a column of its table.
type column struct {
	name, head string
	hatched    bool
	of         func(analytics.Figures, map[string]analytics.Figures) int64
}

// drawing says how the sums of an area are drawn. total is the height of a bar.
type drawing struct {
	title, one, many string
	columns          []column
	show, cell       func(int64) string
	axis             func(float64) string
	href             func(bucket) string
	// counts are further columns of the table before those of the series.
	counts []column
}

// unit is what the bars count.
func (d drawing) unit() unit {
	if d.one == "" {
		return inCents
	}
	return pieces
}

// draw fills the chart and its table with sums; before are those of the period before.
func (b *Board) draw(d drawing, now, before analytics.Found) {
	b.Chart = chart.Stacked{ID: "grafico", Title: d.title + " por " + b.unit(), Axis: d.axis}
	b.Table = chart.FigureTable{Label: d.title + " por " + b.unit(), Head: []string{b.unitHead()}, Foot: []string{"Total"}}
	buckets, earlier := b.buckets(), b.Before.Buckets()
	totals := make([]int64, len(d.columns))
	counts := make([]int64, len(d.counts))
	best, most := "", int64(0)
	for i, bucket := range buckets {
		figures, stacks := now.Dates[bucket.first], now.Stacks[bucket.first]
		step := chart.Step{Label: bucket.label, Below: bucket.below, Href: d.href(bucket)}
		var cells []string
		for j, count := range d.counts {
			value := count.of(figures, stacks)
			counts[j] += value
			cells = append(cells, whole(value))
			b.addValue(bucket, count.head, pieces.plain(value))
		}
		sum := int64(0)
		for j, column := range d.columns {
			value := column.of(figures, stacks)
			totals[j] += value
			sum += value
			step.Values = append(step.Values, float64(value))
			cells = append(cells, d.cell(value))
			b.addValue(bucket, column.head, d.unit().plain(value))
		}
		if len(d.counts) == 0 {
			cells = append([]string{d.cell(sum)}, cells...)
		}
		if len(d.columns) > 1 {
			b.addValue(bucket, "Total", d.unit().plain(sum))
		}
		step.Figure, step.Words = d.show(sum), bucket.name+": "+d.words(sum)
		if len(earlier) == len(buckets) {
			for _, column := range d.columns {
				step.Before += float64(column.of(before.Dates[earlier[i]], before.Stacks[earlier[i]]))
			}
		}
		if sum > most {
			best, most = bucket.name, sum
		}
		b.Chart.Steps = append(b.Chart.Steps, step)
		b.Table.Rows = append(b.Table.Rows, chart.FigureRow{Label: bucket.short, Href: step.Href, Cells: cells})
	}
	b.foot(d, counts, totals)
	b.describe(d, best, most, len(earlier) == len(buckets) && before.Total.Count > 0)
}

// addValue adds a cell of the table to the files.
func (b *Board) addValue(in bucket, figure, value string) {
	b.table = append(b.table, Line{Part: b.Table.Label, Row: in.short, Day: in.from.String(), Figure: figure, Value: value})
}

// words are the figure of a bar in words.
func (d drawing) words(sum int64) string {
	if d.one == "" {
		return reais(sum)
	}
	return fmtbr.Plural(int(sum), d.one, d.many)
}

// foot fills the legend and the last row of the table.
func (b *Board) foot(d drawing, counts, totals []int64) {
	sum := int64(0)
	for _, total := range totals {
		sum += total
	}
	for j, count := range d.counts {
		b.Table.Head = append(b.Table.Head, count.head)
		b.Table.Foot = append(b.Table.Foot, whole(counts[j]))
	}
	if len(d.counts) == 0 {
		b.Table.Head = append(b.Table.Head, "Total")
		b.Table.Foot = append(b.Table.Foot, d.cell(sum))
	}
	for j, column := range d.columns {
		b.Chart.Series = append(b.Chart.Series, chart.Series{Name: column.name, Figure: d.figure(totals[j]), Hatched: column.hatched})
		b.Table.Head = append(b.Table.Head, column.head)
		b.Table.Foot = append(b.Table.Foot, d.cell(totals[j]))
	}
}

func (d drawing) figure(sum int64) string {
	return d.unit().shown(sum)
}

// describe says the chart in a sentence.
func (b *Board) describe(d drawing, best string, most int64, compares bool) {
	b.Chart.Text = "De " + b.Period.Start.Shown() + " a " + b.Period.End.Shown() + ", por " + b.unit() + "."
	if best != "" {
		b.Chart.Text += " O maior valor é de " + best + ", com " + d.words(most) + "."
		b.Sentence += " O maior valor foi de " + best + ", com " + d.words(most) + "."
	}
	b.Chart.Text += " A tabela traz todos os valores."
	if compares {
		b.Chart.Before = b.beforeName()
		return
	}
	for i := range b.Chart.Steps {
		b.Chart.Steps[i].Before = 0
	}
}
