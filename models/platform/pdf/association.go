package pdf

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
)

// Head holds the texts of the head and foot of every page of a printed sheet.
type Head struct {
	Association Association
	Title       string
	// IssuedBy and Now, in the association's time zone, are part of the foot.
	IssuedBy string
	Now      time.Time
}

// Association is the issuer of a printed document. Only the name is always set.
type Association struct {
	Name    string
	CNPJ    string
	Address string
	Phone   string
	// Logo is a PNG.
	Logo []byte
}

// ReadAssociation returns the association of the configuration, and its time zone.
func ReadAssociation(ctx context.Context, tx *db.DB) (Association, *time.Location, error) {
	stored, err := settings.Read(ctx, tx, settings.TimeZone, settings.AssociationName, settings.AssociationCNPJ,
		settings.AssociationAddress, settings.AssociationPhone, settings.AssociationLogo)
	if err != nil {
		return Association{}, time.UTC, err
	}
	location, err := stored.Location()
	return Association{
		Name: settings.Of(stored, settings.AssociationName), CNPJ: settings.Of(stored, settings.AssociationCNPJ),
		Address: settings.Of(stored, settings.AssociationAddress), Phone: settings.Of(stored, settings.AssociationPhone),
		Logo: settings.LogoOf(settings.Of(stored, settings.AssociationLogo)),
	}, location, err
}

// Size of the place for a logo, in millimetres.
const (
	logoHeight = 13.0
	logoWidth  = 40.0
)

// Contacts returns the CNPJ, the address and the phone; missing ones are empty.
func (a Association) Contacts() []string {
	cnpj := a.CNPJ
	if cnpj != "" {
		cnpj = "CNPJ " + fmtbr.CNPJ(cnpj)
	}
	return []string{cnpj, a.Address, fmtbr.Phone(a.Phone)}
}

// WriteHead writes the association on the left and the title on the right, above a line.
func (h Head) WriteHead(d *Document) {
	width := Width - h.writeTitle(d)
	x, y := Margin, Margin
	if logo := d.Logo(h.Association.Logo, x, y); logo > 0 {
		x, width = x+logo+Gap, width-logo-Gap
	}
	d.Bold(11)
	d.WriteLine(x, y, width, d.FirstLine(h.Association.Name, width), "L")
	y += Line + 0.6
	d.Plain(small)
	for at, written := range d.Lines(fmtbr.Join(" · ", h.Association.Contacts()...), width) {
		if at == 2 {
			break
		}
		d.WriteLine(x, y, width, written, "L")
		y += Line - 0.8
	}
	if len(h.Association.Logo) > 0 {
		y = max(y, Margin+logoHeight)
	}
	d.Rule(y + 1.4)
	d.pdf.SetXY(Margin, y+1.4+Gap)
}

// writeTitle returns the width that the title takes.
func (h Head) writeTitle(d *Document) float64 {
	d.Bold(13)
	d.Label(Margin, Margin, Width, h.Title, "R")
	return d.pdf.GetStringWidth(d.face.encode(h.Title)) + Gap
}

// WriteFoot writes who issued the sheet, and the page number.
func (h Head) WriteFoot(d *Document, page, pages int) {
	y := bottom + Gap
	d.Rule(y)
	d.Plain(small)
	d.WriteLine(Margin, y+1, Width-pageNumber, d.FirstLine(issued(h), Width-pageNumber), "L")
	d.Label(Margin, y+1, Width, PageNumber(page, pages), "R")
}

// Bottom implements Layout.
func (Head) Bottom() float64 { return bottom }

// PageNumber returns "Página 1 de 4".
func PageNumber(page, pages int) string { return "Página " + number(page) + " de " + number(pages) }

// Logo draws a logo in the place for one and returns its width, 0 without one. An invalid picture leaves its place
// empty, so that the document can still be printed.
func (d *Document) Logo(logo []byte, x, y float64) float64 {
	picture, err := Picture(logo)
	if err != nil {
		return 0
	}
	width, height := picture.Fit(logoWidth, logoHeight)
	d.Draw(picture, x, y+(logoHeight-height)/2, width)
	return width
}
