package paper

import (
	"strings"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/pix"
)

// Measures of a term in millimetres, from the drawings of its paper.
const (
	left      = 18.0
	textWidth = 210.0 - 2*left
	top       = 14.0
	footTop   = 266.4
	bottom    = footTop - 4
	qrSide    = 16.4
)

// letterhead is the head and foot of a term and of its record.
type letterhead struct {
	association pdf.Association
	// foot are the lines beside the QR code.
	foot [][]pdf.Run
	qr   pix.Bitmap
}

// Bottom implements pdf.Layout.
func (letterhead) Bottom() float64 { return bottom }

// WriteHead implements pdf.Layout: the logo and the name on the left, the contacts on the right, above a green line.
func (l letterhead) WriteHead(d *pdf.Document) {
	const contactsWidth, contactLine, headHeight = 82.0, 4.1, 12.4
	x := left
	if logo := d.Logo(l.association.Logo, x, top); logo > 0 {
		x += logo + 3.2
	}
	name := pdf.Flow{X: x, Width: left + textWidth - contactsWidth - x - 4, Size: 12.75, Leading: 5.4}
	words := pdf.Run{Text: l.association.Name, Style: strong}
	d.Place(name, top+(headHeight-d.Height(name, words))/2, words)
	contacts := pdf.Flow{X: left + textWidth - contactsWidth, Width: contactsWidth, Size: 8, Leading: contactLine, Align: "R"}
	shown := pdf.Run{Text: fmtbr.Join("\n", l.association.Contacts()...), Style: muted}
	height := d.Height(contacts, shown)
	end := d.Place(contacts, top+max(0, headHeight-height)/2, shown)
	rule := max(top+headHeight, end) + 3.7
	d.Stroke(left, rule, left+textWidth, rule, pdf.Brand)
	d.MoveTo(rule + 6.9)
}

// WriteFoot implements pdf.Layout.
func (l letterhead) WriteFoot(d *pdf.Document, page, pages int) {
	d.Stroke(left, footTop, left+textWidth, footTop, pdf.Border)
	y := footTop + 3.2
	x := left
	if l.qr != nil {
		d.DrawQR(l.qr, left, y, qrSide)
		x += qrSide + 3.7
	}
	flow := pdf.Flow{X: x, Width: textWidth - qrSide - 30, Size: 8, Leading: 4.24}
	at := y + (qrSide-flow.Leading*float64(len(l.foot)))/2
	for _, line := range l.foot {
		at = d.Place(flow, at, line...)
	}
	number := pdf.Flow{X: left, Width: textWidth, Size: 8, Leading: 4.24, Align: "R"}
	d.Place(number, y+qrSide-number.Leading, pdf.Run{Text: pdf.PageNumber(page, pages), Style: muted})
}

// Styles of a term.
var (
	regular = pdf.Style{Color: pdf.Ink}
	strong  = pdf.Style{Bold: true, Color: pdf.Ink}
	muted   = pdf.Style{Color: pdf.Muted}
	label   = pdf.Style{Bold: true, Color: pdf.Muted}
	code    = pdf.Style{Color: pdf.Ink}
	key     = pdf.Style{Bold: true, Color: pdf.Ink}
)

// verification returns the line that says where the document is verified, and the QR code; nothing without a code.
func verification(shortCode, url string) ([][]pdf.Run, pix.Bitmap, error) {
	if shortCode == "" || url == "" {
		return nil, nil, nil
	}
	qr, err := pix.QR(url)
	page := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://"), shortCode), "/")
	return [][]pdf.Run{{{Text: "Confira em ", Style: muted}, {Text: page, Style: strong}, {Text: " com o código ", Style: muted},
		{Text: shortCode, Style: key}, {Text: ".", Style: muted}}}, qr, err
}

// signedLines returns the lines that say who signed, and when.
func signedLines(before, name string, at time.Time) [][]pdf.Run {
	return [][]pdf.Run{
		{{Text: before, Style: muted}, {Text: shortened(name), Style: strong}},
		{{Text: "em " + moment(at) + ".", Style: muted}},
	}
}

// maxFootName is the length of a name that fits into a line of the foot.
const maxFootName = 60

func shortened(name string) string {
	letters := []rune(name)
	if len(letters) <= maxFootName {
		return name
	}
	return strings.TrimSpace(string(letters[:maxFootName-1])) + "…"
}

// moment returns "22/11/2026, às 14:51, horário de Brasília".
func moment(at time.Time) string {
	return fmtbr.Date(at, at.Location()) + ", às " + fmtbr.Clock(at, at.Location()) + ", " + zoneName(at)
}

// zoneName returns the name of the time zone inside a sentence.
func zoneName(at time.Time) string {
	if at.Location().String() == "America/Sao_Paulo" {
		return "horário de Brasília"
	}
	return offset(at)
}

// offset returns "UTC−03:00".
func offset(at time.Time) string {
	return "UTC" + strings.Replace(at.Format("-07:00"), "-", "−", 1)
}
