package paper

import (
	"bytes"
	"strconv"
	"strings"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/fmtbr"
)

// Sizes of text in points, and distances of lines in millimetres.
const (
	bodySize, bodyLine   = 10.0, 5.28
	smallSize, smallLine = 9.0, 4.76
	indent               = 5.3
)

// Render returns the PDF of a term, or 500 PDF_RENDER_FAILED. The same term is the same bytes.
func Render(term Term) (file []byte, err error) {
	defer func() {
		if err != nil {
			file, err = nil, renderFailed(err)
		}
	}()
	defer pdf.Recover(&err)
	head, err := term.letterhead()
	if err != nil {
		return nil, err
	}
	p, err := term.draw(head)
	if err != nil {
		return nil, err
	}
	return p.end()
}

// leastLines is the number of lines of the text that stand on the page of the signature, with the line of place and date.
const leastLines = 3

// draw draws the term, so that the page of the signature begins with the last lines of the text at the latest. A page
// break at the end of the text remains.
func (t Term) draw(head letterhead) (paper, error) {
	p, err := t.drawBreaking(head, 0)
	if err != nil || t.Signature == nil || p.textLines.onPage >= leastLines || endsPage(t.Content) {
		return p, err
	}
	return t.drawBreaking(head, max(0, p.textLines.all-leastLines))
}

// drawBreaking draws the term with a new page before a line of the text, counted from 0; 0 for none.
func (t Term) drawBreaking(head letterhead, line int) (paper, error) {
	p := paper{Document: pdf.New(t.Content.Title(), t.Now), logo: t.Association.Logo}
	p.BreakBefore(line)
	p.Begin(head)
	p.title(t.Content.Title(), t.VersionLine)
	p.identification(t.Signer, t.Patient)
	p.blocks(withoutTitle(t.Content), 0)
	if t.Signature == nil {
		return p, nil
	}
	p.EnsureRoom(signatureHeight + signatureHead)
	p.textLines.all, p.textLines.onPage = p.Written()
	return p, p.signature(t)
}

// endsPage reports whether the content ends with a page break.
func endsPage(c richtext.Content) bool {
	return len(c.Nodes) > 0 && c.Nodes[len(c.Nodes)-1].Type == richtext.PageBreak
}

func (t Term) letterhead() (letterhead, error) {
	lines, qr, err := verification(t.Code, t.VerifyURL)
	if t.Signature != nil {
		lines = append(signedLines("Assinado eletronicamente por ", t.Signer.Name, t.Signature.At), lines...)
	}
	return letterhead{association: t.Association, foot: lines, qr: qr}, err
}

// withoutTitle returns the nodes after the title, which Render draws above the identification.
func withoutTitle(c richtext.Content) []richtext.Node {
	for i, node := range c.Nodes {
		if node.Type == richtext.Heading && node.Level == 1 && strings.TrimSpace(node.PlainText()) != "" {
			return append(append([]richtext.Node{}, c.Nodes[:i]...), c.Nodes[i+1:]...)
		}
	}
	return c.Nodes
}

// paper is a term or a record being drawn.
type paper struct {
	*pdf.Document
	logo []byte
	// textLines counts the lines of a term before its signature: all, and those on the page of the signature.
	textLines struct{ all, onPage int }
}

func (p paper) end() ([]byte, error) {
	p.End()
	var file bytes.Buffer
	err := p.Write(&file)
	return file.Bytes(), err
}

func (p paper) title(title, line string) {
	p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 16.5, Leading: 7.3, Align: "C", Role: "H1"}, pdf.Run{Text: title, Style: strong})
	if line != "" {
		p.MoveTo(p.Y() + 0.8)
		p.WriteFlow(pdf.Flow{X: left, Width: textWidth, Size: 8.5, Leading: 4.5, Align: "C"}, pdf.Run{Text: line, Style: muted})
	}
	p.MoveTo(p.Y() + 5)
}

// identification draws the frame with the parties.
func (p paper) identification(signer Party, patient *Party) {
	const padding = 3.4
	sides := []Party{signer}
	if patient != nil {
		sides = append(sides, *patient)
	}
	width := textWidth / float64(len(sides))
	y, end := p.Y(), 0.0
	for i, side := range sides {
		end = max(end, p.party(side, left+float64(i)*width+padding, y+padding-0.4, width-2*padding))
	}
	end += padding - 0.4
	p.Frame(left, y, textWidth, end-y, pdf.Border)
	if patient != nil {
		p.Stroke(left+width, y, left+width, end, pdf.Border)
	}
	p.MoveTo(end + 4)
}

// party draws a side of the frame and returns its end.
func (p paper) party(side Party, x, y, width float64) float64 {
	y = p.Place(pdf.Flow{X: x, Width: width, Size: 8, Leading: 4.2}, y, pdf.Run{Text: side.Label, Style: label})
	y = p.Place(pdf.Flow{X: x, Width: width, Size: 10.5, Leading: 5.4}, y, pdf.Run{Text: side.Name, Style: strong})
	return p.Place(pdf.Flow{X: x, Width: width, Size: smallSize, Leading: smallLine}, y+0.4,
		pdf.Run{Text: strings.Join(side.Facts, "\n"), Style: regular})
}

// blocks draws nodes of a document or a list item.
func (p paper) blocks(nodes []richtext.Node, depth int) {
	for _, node := range nodes {
		switch node.Type {
		case richtext.Heading:
			p.heading(node)
		case richtext.Paragraph:
			p.paragraph(node, depth)
		case richtext.BulletList, richtext.OrderedList:
			p.list(node, depth)
		case richtext.HorizontalRule:
			p.EnsureRoom(6)
			p.Stroke(left, p.Y()+3, left+textWidth, p.Y()+3, pdf.Border)
			p.MoveTo(p.Y() + 6)
		case richtext.PageBreak:
			p.AddPage()
		case richtext.Logo:
			p.drawLogo()
		}
	}
}

// heading draws a heading with room for two lines below it.
func (p paper) heading(node richtext.Node) {
	size, before := map[int]float64{1: 14.0, 2: 10.7, 3: 10.0}[node.Level], map[int]float64{1: 5.0, 2: 3.2, 3: 2.4}[node.Level]
	flow := pdf.Flow{X: left, Width: textWidth, Size: size, Leading: size * 0.53, Align: alignment(node.Align),
		Role: "H" + strconv.Itoa(max(node.Level, 2))}
	runs := runsOf(node.Children, richtext.Marks{Bold: true})
	p.KeepLines(p.CountLines(flow, runs...) + 1)
	p.EnsureRoom(before + p.Height(flow, runs...) + 2*bodyLine)
	p.MoveTo(p.Y() + before)
	p.WriteFlow(flow, runs...)
	p.MoveTo(p.Y() + 1.2)
}

func (p paper) paragraph(node richtext.Node, depth int) {
	x := left + float64(depth)*indent
	runs := runsOf(node.Children, richtext.Marks{})
	if len(runs) == 0 {
		p.MoveTo(p.Y() + bodyLine/2)
		return
	}
	p.WriteFlow(pdf.Flow{X: x, Width: left + textWidth - x, Size: bodySize, Leading: bodyLine, Align: alignment(node.Align)}, runs...)
	if depth == 0 {
		p.MoveTo(p.Y() + 1.6)
	}
}

// list draws items with their marks; the mark stands beside the first line.
func (p paper) list(node richtext.Node, depth int) {
	for i, item := range node.Children {
		p.KeepLines(1)
		p.EnsureRoom(bodyLine)
		mark := pdf.Flow{X: left + float64(depth)*indent, Width: indent - 1.4, Size: bodySize, Leading: bodyLine, Align: "R"}
		p.Place(mark, p.Y(), pdf.Run{Text: markOf(node, i), Style: regular})
		y := p.Y()
		p.blocks(item.Children, depth+1)
		if p.Y() == y {
			p.MoveTo(y + bodyLine)
		}
		p.MoveTo(p.Y() + 0.8)
	}
	if depth == 0 {
		p.MoveTo(p.Y() + 0.8)
	}
}

// markOf returns the mark of an item: a bullet, "3." or "c.".
func markOf(list richtext.Node, i int) string {
	if list.Type == richtext.BulletList {
		return "•"
	}
	number := max(list.Start, 1) + i
	if list.Letters && number <= 26 {
		return string(rune('a'+number-1)) + "."
	}
	return strconv.Itoa(number) + "."
}

func (p paper) drawLogo() {
	const room = 15.0
	p.EnsureRoom(room)
	if p.Logo(p.logo, left, p.Y()) > 0 {
		p.MoveTo(p.Y() + room)
	}
}

func alignment(align richtext.Align) string {
	return map[richtext.Align]string{richtext.Center: "C", richtext.Right: "R", richtext.Justify: "J"}[align]
}

// runsOf returns the runs of inline nodes. The values of variables are bold, and variables that are left are red.
func runsOf(nodes []richtext.Node, base richtext.Marks) (runs []pdf.Run) {
	for _, node := range nodes {
		marks := node.Marks
		style := pdf.Style{Bold: marks.Bold || marks.Variable || base.Bold, Italic: marks.Italic, Underline: marks.Underline, Color: pdf.Ink}
		if node.Type == richtext.VariableNode {
			style.Bold, style.Color = true, pdf.Danger
		}
		runs = append(runs, pdf.Run{Text: node.PlainText(), Style: style})
	}
	return runs
}

// Heights of a signature's frame and of the heading above it.
const (
	signatureHeight = 28.6
	signatureHead   = 14.0
)

// signature draws the block at the end of a signed term; drawBreaking ensures that it is on one page.
func (p paper) signature(t Term) error {
	p.MoveTo(p.Y() + 2)
	p.section("Assinatura")
	p.MoveTo(p.Y() + 1)
	return p.signatureFrame(*t.Signature, signatureHeight, t.signedFacts())
}

// signedFacts are beside the signature: the registered name even if another one was typed, with when and how it was signed.
func (t Term) signedFacts() []pdf.Fact {
	return []pdf.Fact{{Label: "Assinado por", Value: t.Signer.Name},
		{Label: "Data e hora", Value: moment(t.Signature.At)}, {Label: "Forma", Value: t.Signature.described()}}
}

// described returns how a term was signed, in a sentence.
func (s Signature) described() string {
	switch {
	case s.Method == Type:
		return "Nome digitado: " + shortened(s.Name)
	case s.Strokes > 0:
		return "Desenhada na tela, com " + fmtbr.Plural(s.Strokes, "traço", "traços")
	}
	return "Desenhada na tela"
}

// signatureFrame draws the signature on the left and facts on the right, and moves below the frame.
func (p paper) signatureFrame(signed Signature, minHeight float64, known []pdf.Fact) error {
	const width, padding = 66.0, 3.2
	y := p.Y()
	end := max(y+minHeight, p.facts(known, left+width, y, textWidth-width))
	p.Frame(left, y, textWidth, end-y, pdf.Border)
	p.Stroke(left+width, y, left+width, end, pdf.Border)
	p.MoveTo(end)
	if signed.Method == Type {
		name := pdf.Flow{X: left + padding, Width: width - 2*padding, Size: 15, Leading: 7, Align: "C"}
		typed := pdf.Run{Text: shortened(signed.Name), Style: pdf.Style{Italic: true, Color: pdf.Ink}}
		p.Place(name, (y+end-p.Height(name, typed))/2, typed)
		p.MoveTo(end)
		return nil
	}
	picture, err := pdf.Picture(signed.Image)
	if err != nil {
		return err
	}
	picture.Alt = "Assinatura de " + signed.Name
	drawnWidth, drawnHeight := picture.Fit(width-2*padding, end-y-2*padding)
	p.Draw(picture, left+(width-drawnWidth)/2, (y+end-drawnHeight)/2, drawnWidth)
	p.MoveTo(end)
	return nil
}

// facts draws labels and values with lines between them, and returns the end of the last.
func (p paper) facts(known []pdf.Fact, x, y, width float64) float64 {
	const labels, padding = 39.0, 3.2
	for i, fact := range known {
		if i > 0 {
			p.Stroke(x, y, x+width, y, pdf.Light)
		}
		p.Place(pdf.Flow{X: x + padding, Width: labels - padding, Size: smallSize, Leading: smallLine}, y+1.45,
			pdf.Run{Text: fact.Label, Style: muted})
		value := pdf.Flow{X: x + labels, Width: width - labels - padding, Size: smallSize, Leading: smallLine}
		y = p.Place(value, y+1.45, pdf.Run{Text: fact.Value, Style: regular}) + 1.45
	}
	return y
}
