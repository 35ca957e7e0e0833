// Package paper renders PDFs for printing, on A4 and in the built-in fonts, which have the letters of
// Windows-1252: all of Portuguese, and other letters without accents. The same values produce the same bytes.
// The package reads nothing but its arguments.
package paper

import (
	"io"
	"time"

	"github.com/go-pdf/fpdf"
)

// Measures in millimetres; text sizes are in points.
const (
	margin     = 14.0
	pageWidth  = 210.0
	pageHeight = 297.0
	width      = pageWidth - 2*margin
	// bottom is where the foot of a page begins.
	bottom = pageHeight - 20.0
	line   = 4.6
	gap    = 4.0
	text   = 9.0
	// pageNumber is the width of "Página 1 de 20".
	pageNumber = 30.0
)

// pageCount is replaced by the number of pages once it is known. It is as wide as a digit, and encode removes
// it from texts.
const pageCount = "\x01\x02"

// Head holds the texts of every page's head and foot.
type Head struct {
	Association, Title string
	// IssuedBy and Now, in the association's time zone, are part of the foot.
	IssuedBy string
	Now      time.Time
}

// sheet is a document being written from top to bottom.
type sheet struct {
	pdf *fpdf.Fpdf
	// again writes the head of the current table again, after a page break inside it.
	again func()
}

func newSheet(head Head) *sheet {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	// The title holds no personal data: it identifies the document by its number.
	pdf.SetTitle(head.Title, true)
	pdf.SetProducer("Acolhe", true)
	pdf.SetLang("pt-BR")
	pdf.SetCreationDate(head.Now)
	pdf.SetModificationDate(head.Now)
	pdf.SetCatalogSort(true)
	pdf.AliasNbPages(pageCount)
	s := &sheet{pdf: pdf, again: func() {}}
	pdf.SetHeaderFunc(func() { s.drawHead(head) })
	pdf.SetFooterFunc(func() { s.drawFoot(head) })
	pdf.AddPage()
	return s
}

// write ends the document.
func (s *sheet) write(to io.Writer) error { return s.pdf.Output(to) }

func (s *sheet) bold(size float64) { s.pdf.SetFont("Helvetica", "B", size) }

func (s *sheet) plain(size float64) { s.pdf.SetFont("Helvetica", "", size) }

// room starts a new page unless this height is left on the current one.
func (s *sheet) room(height float64) {
	if s.pdf.GetY()+height > bottom {
		s.pdf.AddPage()
		s.again()
	}
}

// lines breaks a text into lines of this width, in the current font.
func (s *sheet) lines(words string, across float64) []string {
	var lines []string
	for _, part := range s.pdf.SplitLines([]byte(encode(words)), across) {
		lines = append(lines, string(part))
	}
	return lines
}

// put writes one encoded line into a cell of this width.
func (s *sheet) put(x, y, across float64, encoded, align string) {
	s.pdf.SetXY(x, y)
	s.pdf.CellFormat(across, line, encoded, "", 0, align, false, 0, "")
}

// rule draws a horizontal line.
func (s *sheet) rule(y float64) {
	s.pdf.SetDrawColor(170, 170, 170)
	s.pdf.SetLineWidth(0.2)
	s.pdf.Line(margin, y, margin+width, y)
}

// heading writes a heading, never as the last line of a page.
func (s *sheet) heading(words string) {
	s.room(gap + 3*line)
	s.pdf.Ln(gap)
	s.bold(text + 1)
	s.put(margin, s.pdf.GetY(), width, encode(words), "L")
	s.pdf.Ln(line + 1)
}

// paragraph writes a text of any length, over several pages if needed.
func (s *sheet) paragraph(words string) {
	s.plain(text)
	for _, written := range s.lines(words, width) {
		s.room(line)
		s.put(margin, s.pdf.GetY(), width, written, "L")
		s.pdf.Ln(line)
	}
}

func (s *sheet) drawHead(head Head) {
	s.bold(13)
	s.put(margin, margin, width, encode(head.Title), "R")
	s.bold(11)
	s.put(margin, margin, width-s.titleWidth(head), s.firstLine(head.Association, width-s.titleWidth(head)), "L")
	s.rule(margin + line + 2)
	s.pdf.SetXY(margin, margin+line+2+gap)
}

func (s *sheet) titleWidth(head Head) float64 {
	s.bold(13)
	defer s.bold(11)
	return s.pdf.GetStringWidth(encode(head.Title)) + gap
}

func (s *sheet) firstLine(words string, across float64) string {
	if lines := s.lines(words, across); len(lines) > 0 {
		return lines[0]
	}
	return ""
}

func (s *sheet) drawFoot(head Head) {
	y := bottom + gap
	s.rule(y)
	s.plain(7.5)
	s.put(margin, y+1, width-pageNumber, s.firstLine(issued(head), width-pageNumber), "L")
	s.put(margin, y+1, width, encode("Página "+number(s.pdf.PageNo())+" de ")+pageCount, "R")
}
