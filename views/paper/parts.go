package paper

import (
	"strconv"
	"strings"

	"acolhe/models/types/fmtbr"
)

// fact is a labelled value, or a line of a computation.
type fact struct{ label, value string }

// mostLines is the maximum number of lines of one fact; further lines are left out.
const mostLines = 12

// tickBox is the alignment of a column of empty boxes.
const tickBox = "box"

// column is a column of a table with its width in millimetres; align is L, R or tickBox.
type column struct {
	label string
	width float64
	align string
}

// columns writes facts in two columns; empty ones are left out.
func (s *document) columns(left, right []fact) {
	const half = (width - 2*gap) / 2
	y := s.pdf.GetY()
	end := s.facts(left, margin, half)
	s.pdf.SetY(y)
	s.pdf.SetY(max(end, s.facts(right, margin+half+2*gap, half)) + gap/2)
}

func (s *document) facts(facts []fact, x, across float64) float64 {
	const labels = 22.0
	y := s.pdf.GetY()
	for _, known := range facts {
		if known.value == "" {
			continue
		}
		s.bold(text)
		s.label(x, y, labels, known.label, "L")
		s.plain(text)
		for at, written := range s.lines(known.value, across-labels) {
			if at == mostLines {
				break
			}
			s.writeLine(x+labels, y, across-labels, written, "L")
			y += line
		}
		y++
	}
	return y
}

// table writes rows with page breaks between them and repeats its head on each page.
func (s *document) table(columns []column, rows [][]string) {
	head := func() { s.tableHead(columns) }
	s.ensureRoom(3 * line)
	head()
	s.repeatHead = head
	for _, row := range rows {
		s.row(columns, row)
	}
	s.repeatHead = func() {}
}

func (s *document) tableHead(columns []column) {
	x, y := margin, s.pdf.GetY()
	s.pdf.SetFillColor(238, 238, 238)
	s.pdf.Rect(margin, y, width, line+2, "F")
	s.bold(text - 0.5)
	for _, column := range columns {
		s.label(x+1, y+1, column.width-2, column.label, column.align)
		x += column.width
	}
	s.pdf.SetXY(margin, y+line+2)
}

// row writes a row without a page break inside.
func (s *document) row(columns []column, cells []string) {
	s.plain(text)
	broken, tallest := make([][]string, len(cells)), 1
	for i, cell := range cells {
		broken[i] = s.lines(oneLine(cell), columns[i].width-2)
		tallest = max(tallest, len(broken[i]))
	}
	height := float64(tallest)*line + 1.6
	s.ensureRoom(height)
	s.plain(text)
	x, y := margin, s.pdf.GetY()
	for i, column := range columns {
		if column.align == tickBox {
			s.box(x+1, y+0.8+(line-box)/2)
		}
		for at, written := range broken[i] {
			s.writeLine(x+1, y+0.8+float64(at)*line, column.width-2, written, column.align)
		}
		x += column.width
	}
	s.rule(y + height)
	s.pdf.SetXY(margin, y+height)
}

// box is the side of an empty square to be ticked by hand.
const box = 3.4

func (s *document) box(x, y float64) {
	s.pdf.SetDrawColor(60, 60, 60)
	s.pdf.SetLineWidth(0.25)
	s.pdf.Rect(x, y, box, box, "D")
}

// sums writes a right-aligned computation with its last line in bold.
func (s *document) sums(lines []fact) {
	const amounts, labels = 34.0, 80.0
	s.pdf.Ln(gap / 2)
	for i, sum := range lines {
		s.plain(text)
		if i == len(lines)-1 {
			s.bold(11)
		}
		broken := s.lines(oneLine(sum.label), labels)
		s.ensureRoom(float64(len(broken)) * line)
		y := s.pdf.GetY()
		for at, written := range broken {
			s.writeLine(margin+width-amounts-labels, y+float64(at)*line, labels, written, "R")
		}
		s.label(margin+width-amounts, y, amounts-1, sum.value, "R")
		s.pdf.SetXY(margin, y+float64(len(broken))*line+0.6)
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
