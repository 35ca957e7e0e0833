package paper

import (
	"strings"

	"io"
	"math"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/views/panel/analytics"
	"acolhe/views/ui/chart"
)

// BoardReport is the report of the analytics for the board of the association, one page for each area.
type BoardReport struct {
	pdf.Head
	Boards []analytics.Board
}

// Measures of the report in millimetres, and its maximum numbers of rows.
const (
	figureHeight = 19.0
	chartHeight  = 46.0
	axisWidth    = 14.0
	listWidth    = 84.0
	listRow      = 5.2
	mostSteps    = 12
	mostRanks    = 5
)

// seriesColors are those of the charts of pages.
var seriesColors = []pdf.Color{{26, 127, 82}, {74, 142, 208}, {232, 176, 78}, {150, 154, 160}}

// Write writes the PDF.
func (r BoardReport) Write(to io.Writer, now time.Time) error {
	document := pdf.New("Relatório da diretoria", now)
	document.Begin(r.Head)
	for i, board := range r.Boards {
		if i > 0 {
			document.AddPage()
		}
		writeBoard(document, board)
	}
	document.End()
	return document.Write(to)
}

func writeBoard(d *pdf.Document, board analytics.Board) {
	d.Bold(15)
	d.Label(pdf.Margin, d.Y(), pdf.Width, board.Area.Name(), "L")
	d.MoveTo(d.Y() + 7)
	d.Paragraph(board.Text())
	d.MoveTo(d.Y() + 2)
	d.Paragraph(board.Sentence)
	if board.Total == 0 {
		return
	}
	d.MoveTo(d.Y() + 3)
	writeFigures(d, board.Trends)
	d.Heading(board.Chart.Title)
	writeChart(d, board.Chart)
	top := d.Y() + 3
	// The lists of groups take the left side and, below the table, the right one.
	sides := [2]float64{top, writeSteps(d, board, top) + 3}
	for i, list := range board.Lists {
		if side := i % 3 / 2; !list.Ranks.Wide && fits(list, sides[side]) {
			sides[side] = writeList(d, list, place{pdf.Margin + float64(side)*(listWidth+6), sides[side]}) + 3
		}
	}
	d.MoveTo(max(sides[0], sides[1]))
	for _, list := range board.Lists {
		if list.Ranks.Wide && len(list.Ranks.Rows) > 0 && d.Y() < 228 {
			writeRanking(d, list)
		}
	}
	if board.Hides {
		d.MoveTo(d.Y() + 2)
		d.Paragraph("“< 3” protege a identidade em grupos com menos de 3 pessoas.")
	}
}

// writeFigures writes the figures beside each other in a frame.
func writeFigures(d *pdf.Document, trends []chart.Trend) {
	y, width := d.Y(), pdf.Width/float64(len(trends))
	d.Frame(pdf.Margin, y, pdf.Width, figureHeight, pdf.Border)
	for i, trend := range trends {
		x := pdf.Margin + float64(i)*width
		if i > 0 {
			d.Stroke(x, y, x, y+figureHeight, pdf.Border)
		}
		d.Plain(8)
		d.Label(x+2, y+1.5, width-3, trend.Label, "L")
		d.Bold(12)
		d.Label(x+2, y+6.5, width-3, trend.Value, "L")
		d.Plain(7.5)
		for line, text := range changeLines(trend) {
			d.Label(x+2, y+12+3*float64(line), width-3, text, "L")
		}
	}
	d.MoveTo(y + figureHeight)
}

// changeLines is the change in words, in two lines so that large amounts fit: "14,8% acima de", "600".
func changeLines(trend chart.Trend) []string {
	before := strings.TrimPrefix(trend.Before, "antes ")
	switch {
	case trend.Rises:
		return []string{trend.Change + " acima de", before}
	case trend.Falls:
		return []string{trend.Change + " abaixo de", before}
	case before != "":
		return []string{"igual ao período anterior"}
	}
	return []string{trend.Change}
}

// writeChart draws the legend and the bars.
func writeChart(d *pdf.Document, chart chart.Stacked) {
	x, y := pdf.Margin, d.Y()
	for i, series := range chart.Series {
		words := series.Name + " " + series.Figure
		d.Fill(x, y+1, 2.6, 2.6, seriesColors[i%len(seriesColors)])
		d.Plain(8)
		d.Label(x+3.6, y, d.Width(words)+4, words, "L")
		x += d.Width(words) + 10
	}
	if chart.Before != "" {
		d.Stroke(x, y+2.3, x+3, y+2.3, pdf.Ink)
		d.Label(x+4, y, d.Width(chart.Before)+4, chart.Before, "L")
	}
	top := y + 9
	base := top + chartHeight
	most := chart.Ticks()[len(chart.Ticks())-1]
	at := func(value float64) float64 { return base - chartHeight*value/most }
	d.Plain(7.5)
	for _, tick := range chart.Ticks() {
		d.Stroke(pdf.Margin+axisWidth, at(tick), pdf.Margin+pdf.Width, at(tick), pdf.Light)
		d.Label(pdf.Margin, at(tick)-2.3, axisWidth-1.5, chart.AxisText(tick), "R")
	}
	step := (pdf.Width - axisWidth) / float64(len(chart.Steps))
	every := int(math.Ceil(float64(len(chart.Steps)) / 14))
	for i, bar := range chart.Steps {
		writeBar(d, bar, barPlace{x: pdf.Margin + axisWidth + float64(i)*step, step: step, base: base, isLabelled: i%every == 0}, at)
	}
	d.MoveTo(base + 9)
}

// barPlace is the place of a bar on the paper.
type barPlace struct {
	x, step, base float64
	isLabelled    bool
}

func writeBar(d *pdf.Document, bar chart.Step, place barPlace, at func(float64) float64) {
	sum, width := 0.0, place.step*.62
	left := place.x + (place.step-width)/2
	for i, value := range bar.Values {
		if value > 0 {
			d.Fill(left, at(sum+value), width, at(sum)-at(sum+value), seriesColors[i%len(seriesColors)])
		}
		sum += value
	}
	if bar.Before > 0 {
		d.Stroke(left-.6, at(bar.Before), left+width+.6, at(bar.Before), pdf.Ink)
	}
	if sum > 0 && place.step > 8 {
		d.Bold(7.5)
		d.Label(place.x, at(max(sum, bar.Before))-4.6, place.step, bar.Figure, "C")
	}
	if place.isLabelled {
		d.Plain(7.5)
		d.Label(place.x, place.base+.4, place.step, bar.Label, "C")
		d.Label(place.x, place.base+3.6, place.step, bar.Below, "C")
	}
}

// place is a position on the paper.
type place struct{ x, y float64 }

// fits reports whether a list has room above the foot of the page.
func fits(list analytics.List, y float64) bool {
	return len(list.Ranks.Rows) > 0 && y+listRow*float64(len(list.Ranks.Rows)+1) < 272
}

// writeList writes groups with their bars and returns the position below.
func writeList(d *pdf.Document, list analytics.List, at place) float64 {
	x, y := at.x, at.y
	d.Bold(pdf.Text)
	d.Label(x, y, listWidth, list.Title, "L")
	y += 5.5
	for _, row := range list.Ranks.Rows {
		d.Plain(8)
		d.Label(x, y, 28, d.FirstLine(row.Label, 27), "L")
		d.Fill(x+29, y+1.2, 30, 2.4, pdf.Light)
		color := seriesColors[0]
		if row.Rest {
			color = seriesColors[3]
		}
		d.Fill(x+29, y+1.2, 30*row.Share/100, 2.4, color)
		d.Label(x+60, y, 11, row.Figure, "R")
		d.Label(x+71, y, 13, row.Note, "R")
		y += listRow
	}
	return y
}

// writeSteps writes the last rows of the table on the right side and returns the position below.
func writeSteps(d *pdf.Document, board analytics.Board, y float64) float64 {
	const left = pdf.Margin + listWidth + 6
	columns := min(4, len(board.Table.Head))
	width := (pdf.Width - listWidth - 6) / float64(columns)
	write := func(cells []string) {
		for i, cell := range cells[:columns] {
			align := "R"
			if i == 0 {
				align = "L"
			}
			d.Label(left+float64(i)*width, y, width-1, cell, align)
		}
		y += listRow
		d.Stroke(left, y-.4, pdf.Margin+pdf.Width, y-.4, pdf.Border)
	}
	d.Bold(pdf.Text)
	d.Label(left, y, listWidth, board.Table.Label, "L")
	y += 5.5
	d.Bold(8)
	write(board.Table.Head)
	d.Plain(8)
	rows := board.Table.Rows
	for _, row := range rows[max(0, len(rows)-mostSteps):] {
		write(append([]string{row.Label}, row.Cells...))
	}
	d.Bold(8)
	write(board.Table.Foot)
	return y
}

func writeRanking(d *pdf.Document, list analytics.List) {
	d.Heading(list.Title)
	var rows [][]string
	for _, row := range list.Ranks.Rows[:min(mostRanks, len(list.Ranks.Rows))] {
		rows = append(rows, []string{row.Label, row.Figure, row.Note})
	}
	d.Table([]pdf.Column{{Label: list.Ranks.Heads[0], Width: 112, Align: "L"}, {Label: list.Ranks.Heads[1], Width: 30, Align: "R"},
		{Label: list.Ranks.Heads[2], Width: 40, Align: "R"}}, rows)
}
