package paper

import (
	"bytes"

	"github.com/go-pdf/fpdf"

	"acolhe/models/types/fmtbr"
)

// Association is the issuer of a printed document. Only the name is always set.
type Association struct {
	Name    string
	CNPJ    string
	Address string
	Phone   string
	// Logo is a PNG.
	Logo []byte
}

// Size of the place for a logo, in millimetres.
const (
	logoHeight = 13.0
	logoWidth  = 40.0
)

func (a Association) about() string {
	cnpj := a.CNPJ
	if cnpj != "" {
		cnpj = "CNPJ " + fmtbr.CNPJ(cnpj)
	}
	return fmtbr.Join(" · ", cnpj, a.Address, fmtbr.Phone(a.Phone))
}

// writeHead writes the association on the left and the title on the right, above a line.
func (s *document) writeHead() {
	across := width - s.writeTitle()
	x, y := margin, margin
	if logo := s.writeLogo(x, y); logo > 0 {
		x, across = x+logo+gap, across-logo-gap
	}
	s.bold(11)
	s.writeLine(x, y, across, s.firstLine(s.head.Association.Name, across), "L")
	y += line + 0.6
	s.plain(small)
	for at, written := range s.lines(s.head.Association.about(), across) {
		if at == 2 {
			break
		}
		s.writeLine(x, y, across, written, "L")
		y += line - 0.8
	}
	if len(s.head.Association.Logo) > 0 {
		y = max(y, margin+logoHeight)
	}
	s.rule(y + 1.4)
	s.pdf.SetXY(margin, y+1.4+gap)
}

// writeTitle returns the width that the title takes.
func (s *document) writeTitle() float64 {
	s.bold(13)
	s.label(margin, margin, width, s.head.Title, "R")
	return s.pdf.GetStringWidth(s.face.encode(s.head.Title)) + gap
}

// writeLogo returns the width of the logo, 0 without one. An invalid image leaves its place empty, so that the order
// can still be printed.
func (s *document) writeLogo(x, y float64) float64 {
	logo := s.head.Association.Logo
	if len(logo) == 0 {
		return 0
	}
	options := fpdf.ImageOptions{ImageType: "PNG"}
	image := s.pdf.RegisterImageOptionsReader("logo", options, bytes.NewReader(logo))
	if s.pdf.Err() {
		s.pdf.ClearError()
		return 0
	}
	across, high := logoHeight*image.Width()/image.Height(), logoHeight
	if across > logoWidth {
		across, high = logoWidth, logoWidth*image.Height()/image.Width()
	}
	s.pdf.ImageOptions("logo", x, y+(logoHeight-high)/2, across, high, false, options, 0, "")
	return across
}
