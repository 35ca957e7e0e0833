// Package paper renders PDFs for printing, on A4 and in Inter, whose used letters the file embeds. The same values
// produce the same bytes. The package reads only its arguments and the typeface among the browser assets.
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
	// bottom is the position of the foot of a page.
	bottom = pageHeight - 20.0
	line   = 4.6
	gap    = 4.0
	text   = 9.0
	small  = 7.5
	// pageNumber is the width of "Página 1 de 20".
	pageNumber = 30.0
)

// Head holds the texts of the head and foot of every page of a sheet.
type Head struct {
	Association Association
	Title       string
	// IssuedBy and Now, in the association's time zone, are part of the foot.
	IssuedBy string
	Now      time.Time
}

// document is a PDF being written from top to bottom. It may hold several sheets of paper, each with its own head and
// page numbers.
type document struct {
	pdf  *fpdf.Fpdf
	face face
	// head is the head of the current sheet, first its first page.
	head  Head
	first int
	// repeatHead writes the head of the current table again, after a page break inside it.
	repeatHead func()
}

// newDocument returns a document without pages. The title holds no personal data: it identifies the document by its number.
func newDocument(title string, now time.Time) *document {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	pdf.SetTitle(title, true)
	pdf.SetProducer("Acolhe", true)
	pdf.SetLang("pt-BR")
	pdf.SetCreationDate(now)
	pdf.SetModificationDate(now)
	pdf.SetCatalogSort(true)
	s := &document{pdf: pdf, face: newFace(pdf), repeatHead: func() {}}
	pdf.SetHeaderFunc(s.writeHead)
	return s
}

// begin starts a sheet on a new page.
func (s *document) begin(head Head) {
	s.head, s.first = head, s.pdf.PageCount()+1
	s.pdf.AddPage()
}

// end writes the feet of the sheet's pages, which need the number of pages.
func (s *document) end() {
	last := s.pdf.PageCount()
	for page := s.first; page <= last; page++ {
		s.pdf.SetPage(page)
		s.writeFoot(page-s.first+1, last-s.first+1)
	}
}

// write ends the document.
func (s *document) write(to io.Writer) error { return s.pdf.Output(to) }

func (s *document) bold(size float64) { s.pdf.SetFont(s.face.family, "B", size) }

func (s *document) plain(size float64) { s.pdf.SetFont(s.face.family, "", size) }

// ensureRoom starts a new page unless this height is left on the current one.
func (s *document) ensureRoom(height float64) {
	if s.pdf.GetY()+height > bottom {
		s.pdf.AddPage()
		s.repeatHead()
	}
}

// lines breaks a text into lines of this width, in the current font.
func (s *document) lines(words string, across float64) []string {
	return s.face.split(s.face.encode(words), across)
}

// writeLine writes one encoded line into a cell of this width.
func (s *document) writeLine(x, y, across float64, encoded, align string) {
	s.pdf.SetXY(x, y)
	s.pdf.CellFormat(across, line, encoded, "", 0, align, false, 0, "")
}

// label is writeLine for a short text.
func (s *document) label(x, y, across float64, words, align string) {
	s.writeLine(x, y, across, s.face.encode(words), align)
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
	s.label(margin, s.pdf.GetY(), width, words, "L")
	s.pdf.Ln(line + 1)
}

// paragraph writes a text of any length, over several pages if needed.
func (s *document) paragraph(words string) {
	s.plain(text)
	for _, written := range s.lines(words, width) {
		s.ensureRoom(line)
		s.writeLine(margin, s.pdf.GetY(), width, written, "L")
		s.pdf.Ln(line)
		s.plain(text)
	}
}

func (s *document) firstLine(words string, across float64) string {
	if lines := s.lines(words, across); len(lines) > 0 {
		return lines[0]
	}
	return ""
}

func (s *document) writeFoot(page, pages int) {
	y := bottom + gap
	s.rule(y)
	s.plain(small)
	s.writeLine(margin, y+1, width-pageNumber, s.firstLine(issued(s.head), width-pageNumber), "L")
	s.label(margin, y+1, width, "Página "+number(page)+" de "+number(pages), "R")
}
