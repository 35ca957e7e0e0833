// Package pdf writes PDFs for printing, on A4 and in Inter, whose used letters the file embeds. The same values
// produce the same bytes. The package reads only its arguments and the typeface among the browser assets.
package pdf

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/go-pdf/fpdf"
)

// Measures in millimetres; text sizes are in points.
const (
	Margin     = 14.0
	pageWidth  = 210.0
	pageHeight = 297.0
	Width      = pageWidth - 2*Margin
	// bottom is the position of the foot of a page.
	bottom = pageHeight - 20.0
	Line   = 4.6
	Gap    = 4.0
	Text   = 9.0
	small  = 7.5
	// pageNumber is the width of "Página 1 de 20".
	pageNumber = 30.0
)

// Layout writes what repeats on every page of a sheet.
type Layout interface {
	// WriteHead leaves the position below the head.
	WriteHead(d *Document)
	WriteFoot(d *Document, page, pages int)
	// Bottom returns where the foot begins, in millimetres from the top.
	Bottom() float64
}

// Document is a PDF being written from top to bottom, whose same contents are the same bytes. It may hold several
// sheets of paper, each with its own head and page numbers.
type Document struct {
	pdf  *fpdf.Fpdf
	now  time.Time
	face face
	// layout is that of the current sheet, first its first page.
	layout Layout
	first  int
	// repeatHead writes the head of the current table again, after a page break inside it.
	repeatHead func()
	// pictures are the names of the registered pictures.
	pictures map[string]bool
	// lines counts the lines of WriteFlow, linesOnPage those on the page linesPage.
	lines, linesOnPage, linesPage int
	// parts are the parts of the text in the order of reading, marks the number of those on each page. isMarked is true while
	// one is drawn, or what is not read.
	parts    []part
	marks    map[int]int
	isMarked bool
	// breakBefore is the line of WriteFlow that begins a page, counted from 0; 0 for none.
	breakBefore int
}

// New returns a document without pages. The title holds no personal data: it identifies the document by its number.
func New(title string, now time.Time) *Document {
	return newDocument(fpdf.New("P", "mm", "A4", ""), title, now)
}

func newDocument(pdf *fpdf.Fpdf, title string, now time.Time) *Document {
	pdf.SetMargins(Margin, Margin, Margin)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	pdf.SetTitle(title, true)
	pdf.SetProducer("Acolhe", true)
	pdf.SetLang("pt-BR")
	pdf.SetCreationDate(now)
	pdf.SetModificationDate(now)
	pdf.SetCatalogSort(true)
	pdf.SetXmpMetadata(metadata(title, now))
	d := &Document{pdf: pdf, now: now, face: newFace(pdf), repeatHead: func() {}, pictures: map[string]bool{}, marks: map[int]int{}}
	pdf.SetHeaderFunc(func() { d.decorate(func() { d.layout.WriteHead(d) }) })
	return d
}

// Recover turns a panic of fpdf into the error of the function that defers it: fpdf panics for some damaged pictures
// and unknown letters.
func Recover(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("pdf: %v", cause)
	}
}

// Begin starts a sheet on a new page.
func (d *Document) Begin(layout Layout) {
	d.layout, d.first = layout, d.pdf.PageCount()+1
	d.newPage()
}

// End writes the feet of the sheet's pages, which need the number of pages.
func (d *Document) End() {
	last := d.pdf.PageCount()
	for page := d.first; page <= last; page++ {
		d.pdf.SetPage(page)
		// fpdf writes a font only if it differs from the last one of the document, which may be of another page.
		d.Plain(1)
		d.decorate(func() { d.layout.WriteFoot(d, page-d.first+1, last-d.first+1) })
	}
}

// Write ends the document.
func (d *Document) Write(to io.Writer) (err error) {
	defer Recover(&err)
	var content bytes.Buffer
	if err := d.pdf.Output(&content); err != nil {
		return err
	}
	whole, err := d.completed(content.Bytes(), d.now)
	if err != nil {
		return err
	}
	_, err = to.Write(whole)
	return err
}

// AddPage starts a page of the current sheet.
func (d *Document) AddPage() { d.newPage() }

// Y returns the position from the top, in millimetres.
func (d *Document) Y() float64 { return d.pdf.GetY() }

// MoveTo sets the position from the top, at the left margin.
func (d *Document) MoveTo(y float64) { d.pdf.SetXY(Margin, y) }

// Bold sets the font in this size, in points.
func (d *Document) Bold(size float64) { d.setFont("B", size) }

// Plain sets the font in this size, in points.
func (d *Document) Plain(size float64) { d.setFont("", size) }

func (d *Document) setFont(style string, size float64) {
	d.face.load(style)
	d.pdf.SetFont(d.face.family, style, size)
}

// Width returns the width of a text in the current font.
func (d *Document) Width(words string) float64 { return d.pdf.GetStringWidth(d.face.encode(words)) }

// EnsureRoom starts a new page unless this height is left on the current one.
func (d *Document) EnsureRoom(height float64) {
	if d.pdf.GetY()+height > d.layout.Bottom() {
		d.newPage()
		d.repeatHead()
	}
}

// Lines breaks a text into lines of this width, in the current font.
func (d *Document) Lines(words string, width float64) []string {
	return d.face.split(d.face.encode(words), width)
}

// WriteLine writes one encoded line into a cell of this width.
func (d *Document) WriteLine(x, y, width float64, encoded, align string) {
	d.tag(rolePart, "", func() {
		d.pdf.SetXY(x, y)
		d.pdf.CellFormat(width, Line, encoded, "", 0, align, false, 0, "")
	})
}

// Label is WriteLine for a short text.
func (d *Document) Label(x, y, width float64, words, align string) {
	d.WriteLine(x, y, width, d.face.encode(words), align)
}

// Rule draws a horizontal line.
func (d *Document) Rule(y float64) {
	d.decorate(func() {
		d.pdf.SetDrawColor(170, 170, 170)
		d.pdf.SetLineWidth(0.2)
		d.pdf.Line(Margin, y, Margin+Width, y)
	})
}

// Heading writes a heading, never as the last line of a page.
func (d *Document) Heading(words string) {
	d.EnsureRoom(Gap + 3*Line)
	d.pdf.Ln(Gap)
	d.Bold(Text + 1)
	d.tag(roleHeading, "", func() { d.Label(Margin, d.pdf.GetY(), Width, words, "L") })
	d.pdf.Ln(Line + 1)
}

// Paragraph writes a text of any length, over several pages if needed.
func (d *Document) Paragraph(words string) {
	d.Plain(Text)
	d.tag(rolePart, "", func() {
		lines := d.Lines(words, Width)
		for i, written := range lines {
			d.EnsureRoom(Line * float64(together(i, len(lines))))
			d.WriteLine(Margin, d.pdf.GetY(), Width, written, "L")
			d.pdf.Ln(Line)
			d.Plain(Text)
		}
	})
}

// FirstLine returns the part of a text that fits into a line of this width.
func (d *Document) FirstLine(words string, width float64) string {
	if lines := d.Lines(words, width); len(lines) > 0 {
		return lines[0]
	}
	return ""
}
