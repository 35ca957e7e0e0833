package pdf

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// Color is red, green and blue, each up to 255.
type Color [3]int

// The colours of documents.
var (
	Ink    = Color{23, 25, 28}
	Muted  = Color{80, 85, 92}
	Border = Color{201, 205, 211}
	Light  = Color{227, 230, 234}
	Brand  = Color{0, 106, 66}
	Danger = Color{180, 35, 24}
)

// Style is the style of a run.
type Style struct {
	Bold, Italic, Underline bool
	Color                   Color
}

func (s Style) font() string {
	font := ""
	if s.Bold {
		font = "B"
	}
	if s.Italic {
		font += "I"
	}
	return font
}

// Run is a part of a paragraph in one style. A line feed breaks the line.
type Run struct {
	Text  string
	Style Style
}

// Flow is the place of a paragraph, in millimetres, and the size of its text in points. Leading is the distance of two
// lines. Align is L, C, R, or J for justified.
type Flow struct {
	X, Width float64
	Size     float64
	Leading  float64
	Align    string
	// Role is what the text is for readers that speak: H1, H2 or H3 for headings; a paragraph if it is empty.
	Role string
}

func (f Flow) role() string { return cmp.Or(f.Role, rolePart) }

// piece is a part of a word in one style, encoded.
type piece struct {
	text  string
	style Style
	width float64
}

// word is never broken. Its space is the width before it, except at the begin of a line.
type word struct {
	pieces []piece
	space  float64
	// breaks reports whether a line ends before the word.
	breaks bool
}

func (w word) width() (sum float64) {
	for _, piece := range w.pieces {
		sum += piece.width
	}
	return sum
}

// row is a line of a paragraph.
type row struct {
	words []word
	// isLast is true for the last line of a paragraph and before a line feed, which are not justified.
	isLast bool
}

// WriteFlow writes a paragraph from the current position, over several pages if needed. Neither its first nor its last line stands
// alone on a page, unless it has only one.
func (d *Document) WriteFlow(flow Flow, runs ...Run) {
	rows := d.rows(flow, runs)
	if line := d.breakBefore - d.lines; line > 0 && line < len(rows) {
		d.breakBefore = d.lines + breakable(line, len(rows))
	}
	d.tag(flow.role(), "", func() {
		for i, row := range rows {
			d.KeepLines(1)
			d.EnsureRoom(flow.Leading * float64(together(i, len(rows))))
			d.drawRow(flow, d.Y(), row)
			d.MoveTo(d.Y() + flow.Leading)
			d.countLine()
		}
	})
}

// together returns how many lines of a paragraph, from one of them on, stand on the same page: the first two, and the last two.
func together(line, of int) int {
	switch {
	case of == 3 && line == 0:
		return 3
	case of > 1 && (line == 0 || line == of-2):
		return 2
	}
	return 1
}

// breakable returns the line of a paragraph before which a page may begin instead of the given one: it leaves two lines on either
// page, or the paragraph whole.
func breakable(line, of int) int {
	switch {
	case of <= 3 || line == 1:
		return 0
	case line == of-1:
		return of - 2
	}
	return line
}

func (d *Document) countLine() {
	if page := d.pdf.PageNo(); page != d.linesPage {
		d.linesPage, d.linesOnPage = page, 0
	}
	d.lines++
	d.linesOnPage++
}

// BreakBefore makes a line of WriteFlow, counted from 0, begin a page, or one before it, so that no line of its paragraph stands
// alone.
func (d *Document) BreakBefore(line int) { d.breakBefore = line }

// Written returns the number of lines that WriteFlow wrote, and of those on the current page.
func (d *Document) Written() (all, onPage int) {
	if d.linesPage != d.pdf.PageNo() {
		return d.lines, 0
	}
	return d.lines, d.linesOnPage
}

// KeepLines starts the page of BreakBefore now if its line is one of the next ones, which stay together.
func (d *Document) KeepLines(next int) {
	if d.breakBefore > 0 && d.lines <= d.breakBefore && d.breakBefore < d.lines+next {
		d.breakBefore = 0
		d.newPage()
		d.repeatHead()
	}
}

// Place writes a paragraph from a position down, without page breaks, and returns the position below.
func (d *Document) Place(flow Flow, y float64, runs ...Run) float64 {
	rows := d.rows(flow, runs)
	d.tag(flow.role(), "", func() {
		for _, row := range rows {
			d.drawRow(flow, y, row)
			y += flow.Leading
		}
	})
	return y
}

// Height returns the height of a paragraph.
func (d *Document) Height(flow Flow, runs ...Run) float64 {
	return float64(d.CountLines(flow, runs...)) * flow.Leading
}

// CountLines returns the number of lines of a paragraph.
func (d *Document) CountLines(flow Flow, runs ...Run) int { return len(d.rows(flow, runs)) }

// rows breaks runs into lines.
func (d *Document) rows(flow Flow, runs []Run) []row {
	var rows []row
	var current row
	reached := 0.0
	end := func(isLast bool) {
		current.isLast = isLast
		rows, current, reached = append(rows, current), row{}, 0
	}
	for _, next := range d.words(flow, runs) {
		width := next.width()
		if next.breaks {
			end(true)
		} else if len(current.words) > 0 && reached+next.space+width > flow.Width+0.01 {
			end(false)
		}
		if len(current.words) > 0 {
			reached += next.space
		}
		current.words = append(current.words, next)
		reached += width
	}
	if len(current.words) > 0 {
		end(true)
	}
	return rows
}

// words splits runs at spaces and line feeds. Parts of a word in several styles stay together, unless it is longer than
// a line.
func (d *Document) words(flow Flow, runs []Run) []word {
	var words []word
	next := word{}
	end := func() {
		if len(next.pieces) > 0 || next.breaks {
			words = append(words, d.fitting(flow, next)...)
		}
		next = word{}
	}
	for _, run := range runs {
		d.use(run.Style, flow.Size)
		space := d.pdf.GetStringWidth(" ")
		for i, line := range strings.Split(d.face.encode(run.Text), "\n") {
			if i > 0 {
				end()
				next.breaks = true
			}
			for j, text := range strings.Split(line, " ") {
				if j > 0 {
					if len(next.pieces) > 0 {
						end()
					}
					next.space = space
				}
				if text != "" {
					next.pieces = append(next.pieces, piece{text, run.Style, d.pdf.GetStringWidth(text)})
				}
			}
		}
	}
	end()
	return words
}

// fitting returns a word, or its parts if it is longer than a line.
func (d *Document) fitting(flow Flow, whole word) []word {
	if whole.width() <= flow.Width {
		return []word{whole}
	}
	parts := []word{{space: whole.space, breaks: whole.breaks}}
	reached := 0.0
	for _, long := range whole.pieces {
		d.use(long.style, flow.Size)
		for text := long.text; text != ""; {
			_, size := utf8.DecodeRuneInString(text)
			letter := piece{text[:size], long.style, d.pdf.GetStringWidth(text[:size])}
			if reached += letter.width; reached > flow.Width {
				parts, reached = append(parts, word{}), letter.width
			}
			last := &parts[len(parts)-1]
			last.append(letter)
			text = text[size:]
		}
	}
	return parts
}

// append adds a letter, to the last piece if that has the same style.
func (w *word) append(letter piece) {
	if at := len(w.pieces) - 1; at >= 0 && w.pieces[at].style == letter.style {
		w.pieces[at].text += letter.text
		w.pieces[at].width += letter.width
		return
	}
	w.pieces = append(w.pieces, letter)
}

// use sets the font of a style.
func (d *Document) use(style Style, size float64) {
	d.setFont(style.font(), size)
}

// drawRow draws the pieces of a line. Pieces of one style are one text, with the spaces between them, unless the line
// is justified.
func (d *Document) drawRow(flow Flow, y float64, line row) {
	natural := 0.0
	for i, word := range line.words {
		natural += word.width()
		if i > 0 {
			natural += word.space
		}
	}
	x, stretch := flow.X, 0.0
	switch {
	case flow.Align == "C":
		x += (flow.Width - natural) / 2
	case flow.Align == "R":
		x += flow.Width - natural
	case flow.Align == "J" && !line.isLast && len(line.words) > 1:
		stretch = (flow.Width - natural) / float64(len(line.words)-1)
	}
	pen := pen{d: d, size: flow.Size, baseline: y + flow.Leading/2 + 0.3*flow.Size*pointMillimetres, x: x, begin: x}
	for i, word := range line.words {
		if i > 0 {
			pen.space(word, stretch)
		}
		for _, piece := range word.pieces {
			pen.add(piece)
		}
	}
	pen.flush()
}

// pointMillimetres is the size of a point.
const pointMillimetres = 25.4 / 72

// pen gathers the pieces of one style on a line.
type pen struct {
	d              *Document
	size, baseline float64
	// x is the end of what was gathered, begin its start.
	x, begin float64
	text     strings.Builder
	style    Style
}

func (p *pen) add(next piece) {
	if p.text.Len() > 0 && p.style != next.style {
		p.flush()
	}
	p.style = next.style
	p.text.WriteString(next.text)
	p.x += next.width
}

// space moves over the space before a word. A justified space is a gap between two texts, underlined like them.
func (p *pen) space(next word, stretch float64) {
	width := next.space + stretch
	if len(next.pieces) == 0 || next.space == 0 {
		p.x += width
		return
	}
	if stretch == 0 && p.style == next.pieces[0].style && p.text.Len() > 0 {
		p.text.WriteByte(' ')
		p.x += width
		return
	}
	isUnderlined := p.style.Underline && next.pieces[0].style.Underline
	p.flush()
	if isUnderlined {
		p.d.underline(p.x, p.baseline, width, p.style.Color)
	}
	p.x += width
	p.begin = p.x
}

func (p *pen) flush() {
	if p.text.Len() > 0 {
		p.d.use(p.style, p.size)
		p.d.pdf.SetTextColor(p.style.Color[0], p.style.Color[1], p.style.Color[2])
		p.d.pdf.Text(p.begin, p.baseline, p.text.String())
		p.d.pdf.SetTextColor(0, 0, 0)
		if p.style.Underline {
			p.d.underline(p.begin, p.baseline, p.x-p.begin, p.style.Color)
		}
	}
	p.text.Reset()
	p.begin = p.x
}

func (d *Document) underline(x, baseline, width float64, color Color) {
	d.Stroke(x, baseline+0.5, x+width, baseline+0.5, color)
}

// strokeWidth is the width of lines, in millimetres.
const strokeWidth = 0.25

// Stroke draws a line.
func (d *Document) Stroke(x1, y1, x2, y2 float64, color Color) {
	d.decorate(func() {
		d.pdf.SetDrawColor(color[0], color[1], color[2])
		d.pdf.SetLineWidth(strokeWidth)
		d.pdf.Line(x1, y1, x2, y2)
	})
}

// Frame draws the border of a rectangle.
func (d *Document) Frame(x, y, width, height float64, color Color) {
	d.decorate(func() {
		d.pdf.SetDrawColor(color[0], color[1], color[2])
		d.pdf.SetLineWidth(strokeWidth)
		d.pdf.Rect(x, y, width, height, "D")
	})
}

// Fill draws a rectangle without a border.
func (d *Document) Fill(x, y, width, height float64, color Color) {
	d.decorate(func() {
		d.pdf.SetFillColor(color[0], color[1], color[2])
		d.pdf.Rect(x, y, width, height, "F")
	})
}
