package paper

import (
	"bytes"
	"image"
	_ "image/jpeg" // the pictures of people are stored as JPEG
	"image/png"
	"io"

	"acolhe/models/membercards"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/pix"
)

// MemberCard is the card of a member to be printed, cut out and folded.
type MemberCard struct {
	pdf.Head
	Card membercards.Card
	// Name is the name on the card.
	Name string
	QR   pix.Bitmap
	// Address is where the code is typed, without the scheme.
	Address  string
	Contacts settings.Contacts
	// Picture is a JPEG or PNG; nil for the initials.
	Picture []byte
}

// The two halves of the card have the size of a bank card, in millimetres, with some room.
const (
	cardWidth, cardHeight = 86.0, 54.0
	cardHead              = 12.0
	faceWidth, faceHeight = 20.0, 25.5
)

// Write writes the PDF.
func (c MemberCard) Write(to io.Writer) error {
	c.Title = "Carteirinha nº " + c.Card.Number()
	document := pdf.New(c.Title, c.Now)
	document.Begin(c.Head)
	document.Heading("Sua carteirinha de associado")
	document.Paragraph("Recorte nas linhas e dobre no meio. Também vale mostrar no celular.")
	top := document.Y() + pdf.Gap
	c.front(document, pdf.Margin, top)
	c.back(document, pdf.Margin+cardWidth, top)
	document.MoveTo(top + cardHeight + 2*pdf.Gap)
	document.Heading("Quando levar a receita junto")
	document.Paragraph("A carteirinha diz que você faz parte da associação. Ela não substitui a receita médica nem o seu documento. Em viagem, leve os três.")
	document.End()
	return document.Write(to)
}

func (c MemberCard) front(d *pdf.Document, x, y float64) {
	leaf, white := pdf.Color{0, 74, 46}, pdf.Color{255, 255, 255}
	d.Fill(x, y, cardWidth, cardHead, leaf)
	d.Frame(x, y, cardWidth, cardHeight, pdf.Border)
	const inner = cardWidth - 8
	d.Place(pdf.Flow{X: x + 4, Width: inner, Size: 9.5, Leading: 4.2}, y+1.8,
		pdf.Run{Text: c.Association.Name, Style: pdf.Style{Bold: true, Color: white}})
	d.Place(pdf.Flow{X: x + 4, Width: inner, Size: 7.5, Leading: 4}, y+6.2,
		pdf.Run{Text: "Carteirinha de associado", Style: pdf.Style{Color: white}})
	c.face(d, x+4, y+cardHead+4)
	facts, width := x+4+faceWidth+3, 32.0
	below := d.Place(pdf.Flow{X: facts, Width: width, Size: 9, Leading: 4}, y+cardHead+3.6,
		pdf.Run{Text: c.Name, Style: pdf.Style{Bold: true, Color: pdf.Ink}}) + 1
	for _, fact := range []pdf.Fact{{Label: "Nº", Value: c.Card.Number()}, {Label: "Desde", Value: c.Card.Since.Shown()},
		{Label: "Válida até", Value: c.Card.Until.Shown()}} {
		below = d.Place(pdf.Flow{X: facts, Width: width, Size: 7.5, Leading: 4}, below,
			pdf.Run{Text: fact.Label + " ", Style: pdf.Style{Color: pdf.Muted}},
			pdf.Run{Text: fact.Value, Style: pdf.Style{Bold: true, Color: pdf.Ink}})
	}
	const side = 20.0
	right := x + cardWidth - side - 4
	d.DrawQR(c.QR, right, y+cardHead+4, side)
	under := d.Place(pdf.Flow{X: right, Width: side + 2, Size: 6, Leading: 2.6}, y+cardHead+4+side+1.5,
		pdf.Run{Text: "Aponte a câmera para conferir", Style: pdf.Style{Color: pdf.Muted}})
	d.Place(pdf.Flow{X: right, Width: side + 2, Size: 7.5, Leading: 3.4}, under,
		pdf.Run{Text: c.Card.Code, Style: pdf.Style{Bold: true, Color: pdf.Ink}})
}

// face draws the picture, cut to its frame, or the initials.
func (c MemberCard) face(d *pdf.Document, x, y float64) {
	if picture, err := portrait(c.Picture); err == nil {
		d.Draw(picture, x, y, faceWidth)
		return
	}
	d.Fill(x, y, faceWidth, faceHeight, pdf.Color{223, 232, 226})
	d.Place(pdf.Flow{X: x, Width: faceWidth, Size: 20, Leading: 9, Align: "C"}, y+(faceHeight-9)/2,
		pdf.Run{Text: fmtbr.Initials(c.Name), Style: pdf.Style{Bold: true, Color: pdf.Color{29, 68, 51}}})
}

// portrait cuts a picture to the shape of the frame.
func portrait(content []byte) (pdf.Raster, error) {
	decoded, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return pdf.Raster{}, err
	}
	bounds := decoded.Bounds()
	if wanted := int(float64(bounds.Dy()) * faceWidth / faceHeight); wanted < bounds.Dx() {
		left := bounds.Min.X + (bounds.Dx()-wanted)/2
		if cut, canCut := decoded.(interface {
			SubImage(image.Rectangle) image.Image
		}); canCut {
			decoded = cut.SubImage(image.Rect(left, bounds.Min.Y, left+wanted, bounds.Max.Y))
		}
	}
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, decoded); err != nil {
		return pdf.Raster{}, err
	}
	return pdf.Picture(encoded.Bytes())
}

func (c MemberCard) back(d *pdf.Document, x, y float64) {
	d.Frame(x, y, cardWidth, cardHeight, pdf.Border)
	flow := pdf.Flow{X: x + 4, Width: cardWidth - 8, Size: 8, Leading: 4}
	ink, muted := pdf.Style{Color: pdf.Ink}, pdf.Style{Color: pdf.Muted}
	below := d.Place(flow, y+4, pdf.Run{Text: "Como conferir", Style: pdf.Style{Bold: true, Color: pdf.Ink}}) + 1.5
	below = d.Place(flow, below, pdf.Run{Text: "Aponte a câmera para o código da frente ou digite ", Style: ink},
		pdf.Run{Text: c.Card.Code, Style: pdf.Style{Bold: true, Color: pdf.Ink}},
		pdf.Run{Text: " em " + c.Address + ".", Style: ink}) + 1.5
	below = d.Place(flow, below, pdf.Run{Text: "A página mostra só as iniciais e a validade. Não mostra dados de saúde.", Style: ink}) + 1.5
	for _, way := range []pdf.Fact{{Label: "Telefone", Value: fmtbr.Phone(c.Contacts.Phone)},
		{Label: "WhatsApp", Value: fmtbr.Phone(c.Contacts.WhatsApp)}} {
		if way.Value != "" {
			below = d.Place(flow, below, pdf.Run{Text: way.Label + " ", Style: muted}, pdf.Run{Text: way.Value, Style: ink})
		}
	}
}
