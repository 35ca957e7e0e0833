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

// document is a PDF being written from top to bottom.
type document struct {
	pdf *fpdf.Fpdf
	// repeatHead writes the head of the current table again, after a page break inside it.
	repeatHead func()
}

func newDocument(head Head) *document {
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
	s := &document{pdf: pdf, repeatHead: func() {}}
	pdf.SetHeaderFunc(func() { s.writeHead(head) })
	pdf.SetFooterFunc(func() { s.writeFoot(head) })
	pdf.AddPage()
	return s
}

// write ends the document.
func (s *document) write(to io.Writer) error { return s.pdf.Output(to) }

func (s *document) bold(size float64) { s.pdf.SetFont("Helvetica", "B", size) }

func (s *document) plain(size float64) { s.pdf.SetFont("Helvetica", "", size) }

// ensureRoom starts a new page unless this height is left on the current one.
func (s *document) ensureRoom(height float64) {
	if s.pdf.GetY()+height > bottom {
		s.pdf.AddPage()
		s.repeatHead()
	}
}

// lines breaks a text into lines of this width, in the current font.
func (s *document) lines(words string, across float64) []string {
	var lines []string
	for _, part := range s.pdf.SplitLines([]byte(encode(words)), across) {
		lines = append(lines, string(part))
	}
	return lines
}

// writeLine writes one encoded line into a cell of this width.
func (s *document) writeLine(x, y, across float64, encoded, align string) {
	s.pdf.SetXY(x, y)
	s.pdf.CellFormat(across, line, encoded, "", 0, align, false, 0, "")
}

// rule draws a horizontal line.
func (s *document) rule(y float64) {
	s.pdf.SetDrawColor(170, 170, 170)
	s.pdf.SetLineWidth(0.2)
	s.pdf.Line(margin, y, margin+width, y)
}

// heading writes a heading, never as the last line of a page.
func (s *document) heading(words string) {
	s.ensureRoom(gap + 3*line)
	s.pdf.Ln(gap)
	s.bold(text + 1)
	s.writeLine(margin, s.pdf.GetY(), width, encode(words), "L")
	s.pdf.Ln(line + 1)
}

// paragraph writes a text of any length, over several pages if needed.
func (s *document) paragraph(words string) {
	s.plain(text)
	for _, written := range s.lines(words, width) {
		s.ensureRoom(line)
		s.writeLine(margin, s.pdf.GetY(), width, written, "L")
		s.pdf.Ln(line)
	}
}

func (s *document) writeHead(head Head) {
	s.bold(13)
	s.writeLine(margin, margin, width, encode(head.Title), "R")
	s.bold(11)
	s.writeLine(margin, margin, width-s.titleWidth(head), s.firstLine(head.Association, width-s.titleWidth(head)), "L")
	s.rule(margin + line + 2)
	s.pdf.SetXY(margin, margin+line+2+gap)
}

func (s *document) titleWidth(head Head) float64 {
	s.bold(13)
	defer s.bold(11)
	return s.pdf.GetStringWidth(encode(head.Title)) + gap
}

func (s *document) firstLine(words string, across float64) string {
	if lines := s.lines(words, across); len(lines) > 0 {
		return lines[0]
	}
	return ""
}

func (s *document) writeFoot(head Head) {
	y := bottom + gap
	s.rule(y)
	s.plain(7.5)
	s.writeLine(margin, y+1, width-pageNumber, s.firstLine(issued(head), width-pageNumber), "L")
	s.writeLine(margin, y+1, width, encode("Página "+number(s.pdf.PageNo())+" de ")+pageCount, "R")
}
