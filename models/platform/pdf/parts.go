package pdf

import (
	"strconv"
	"strings"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/pix"
)

// Fact is a labelled value, or a line of a computation.
type Fact struct{ Label, Value string }

// maxLines is the maximum number of lines of one fact; further lines are left out.
const maxLines = 12

// TickBox is the alignment of a column of empty boxes.
const TickBox = "box"

// Column is a column of a table with its width in millimetres; align is L, R or TickBox.
type Column struct {
	Label string
	Width float64
	Align string
}

// Columns writes facts in two columns; empty ones are left out.
func (d *Document) Columns(left, right []Fact) {
	const half = (Width - 2*Gap) / 2
	y := d.pdf.GetY()
	end := d.facts(left, Margin, half)
	d.pdf.SetY(y)
	d.pdf.SetY(max(end, d.facts(right, Margin+half+2*Gap, half)) + Gap/2)
}

func (d *Document) facts(facts []Fact, x, width float64) float64 {
	const labels = 22.0
	y := d.pdf.GetY()
	for _, known := range facts {
		if known.Value == "" {
			continue
		}
		d.tag(rolePart, "", func() {
			d.Bold(Text)
			d.Label(x, y, labels, known.Label, "L")
			d.Plain(Text)
			for at, written := range d.Lines(known.Value, width-labels) {
				if at == maxLines {
					break
				}
				d.WriteLine(x+labels, y, width-labels, written, "L")
				y += Line
			}
		})
		y++
	}
	return y
}

// Table writes rows with page breaks between them and repeats its head on each page.
func (d *Document) Table(columns []Column, rows [][]string) {
	head := func() { d.tableHead(columns) }
	d.EnsureRoom(3 * Line)
	head()
	d.repeatHead = head
	for _, row := range rows {
		d.row(columns, row)
	}
	d.repeatHead = func() {}
}

func (d *Document) tableHead(columns []Column) {
	x, y := Margin, d.pdf.GetY()
	d.decorate(func() {
		d.pdf.SetFillColor(238, 238, 238)
		d.pdf.Rect(Margin, y, Width, Line+2, "F")
	})
	d.tag(rolePart, "", func() {
		d.Bold(Text - 0.5)
		for _, column := range columns {
			d.Label(x+1, y+1, column.Width-2, column.Label, column.Align)
			x += column.Width
		}
	})
	d.pdf.SetXY(Margin, y+Line+2)
}

// row writes a row without a page break inside.
func (d *Document) row(columns []Column, cells []string) {
	d.Plain(Text)
	broken, tallest := make([][]string, len(cells)), 1
	for i, cell := range cells {
		broken[i] = d.Lines(oneLine(cell), columns[i].Width-2)
		tallest = max(tallest, len(broken[i]))
	}
	height := float64(tallest)*Line + 1.6
	d.EnsureRoom(height)
	d.Plain(Text)
	x, y := Margin, d.pdf.GetY()
	d.tag(rolePart, "", func() {
		for i, column := range columns {
			if column.Align == TickBox {
				d.box(x+1, y+0.8+(Line-box)/2)
			}
			for at, written := range broken[i] {
				d.WriteLine(x+1, y+0.8+float64(at)*Line, column.Width-2, written, column.Align)
			}
			x += column.Width
		}
	})
	d.Rule(y + height)
	d.pdf.SetXY(Margin, y+height)
}

// box is the side of an empty square to be ticked by hand.
const box = 3.4

func (d *Document) box(x, y float64) {
	d.pdf.SetDrawColor(60, 60, 60)
	d.pdf.SetLineWidth(0.25)
	d.pdf.Rect(x, y, box, box, "D")
}

// Sums writes a right-aligned computation with its last line in bold.
func (d *Document) Sums(lines []Fact) {
	const amounts, labels = 34.0, 80.0
	d.pdf.Ln(Gap / 2)
	for i, sum := range lines {
		d.Plain(Text)
		if i == len(lines)-1 {
			d.Bold(11)
		}
		broken := d.Lines(oneLine(sum.Label), labels)
		d.EnsureRoom(float64(len(broken)) * Line)
		y := d.pdf.GetY()
		d.tag(rolePart, "", func() {
			for at, written := range broken {
				d.WriteLine(Margin+Width-amounts-labels, y+float64(at)*Line, labels, written, "R")
			}
			d.Label(Margin+Width-amounts, y, amounts-1, sum.Value, "R")
		})
		d.pdf.SetXY(Margin, y+float64(len(broken))*Line+0.6)
	}
}

// issued returns the issuer and the time of the print.
func issued(head Head) string {
	at := fmtbr.DateTime(head.Now, head.Now.Location())
	if head.IssuedBy == "" {
		return "Emitido em " + at
	}
	return "Emitido por " + head.IssuedBy + " em " + at
}

// oneLine replaces line breaks by spaces.
func oneLine(words string) string { return strings.ReplaceAll(words, "\n", " ") }

func number(n int) string { return strconv.Itoa(n) }

// DrawQR draws a QR code with a quiet zone around it.
func (d *Document) DrawQR(squares pix.Bitmap, x, y, side float64) {
	unit := side / float64(len(squares))
	d.tag(roleFigure, "Código QR", func() {
		d.pdf.SetFillColor(0, 0, 0)
		for _, run := range squares.Runs() {
			d.pdf.Rect(x+float64(run.X)*unit, y+float64(run.Y)*unit, float64(run.Length)*unit, unit, "F")
		}
	})
}
