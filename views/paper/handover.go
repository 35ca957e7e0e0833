package paper

import (
	"io"
	"strconv"

	"acolhe/models/parcels"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	view "acolhe/views/panel/orders"
)

// Handovers is the shipping list of a day: the parcels that each company gets, with lines for the signature of who gets them.
// It names the recipient and the city, and nothing of the contents.
type Handovers struct {
	pdf.Head
	Groups []parcels.Handover
}

// handoverColumns share the width of a sheet.
var handoverColumns = []pdf.Column{
	{Width: 7, Align: pdf.TickBox}, {Label: "Pedido", Width: 15, Align: "L"}, {Label: "Destinatário", Width: 50, Align: "L"},
	{Label: "Destino", Width: 37, Align: "L"}, {Label: "Rastreio", Width: 35, Align: "L"}, {Label: "Serviço", Width: 21, Align: "L"},
	{Label: "Peso", Width: 17, Align: "R"},
}

// Measures in millimetres.
const (
	// groupHead is the height of the name of a company, its head of the table and one row.
	groupHead = 28.0
	// signatures is the height of the lines for a signature.
	signatures = 19.0
)

// HandoversTitle is the title of shipping lists.
const HandoversTitle = "Lista de envios"

// Write writes the PDF.
func (h Handovers) Write(to io.Writer) error {
	document := pdf.New(HandoversTitle, h.Now)
	document.Begin(h.Head)
	document.Bold(14)
	document.Label(pdf.Margin, document.Y(), pdf.Width, HandoversTitle+" – "+fmtbr.LongDate(h.Now, h.Now.Location()), "L")
	document.MoveTo(document.Y() + 7)
	document.Paragraph(h.summary())
	for _, group := range h.Groups {
		writeHandover(document, group)
	}
	document.End()
	return document.Write(to)
}

// summary returns the totals: "10 pacotes, 3 transportadoras, 6,20 kg".
func (h Handovers) summary() string {
	count, grams := 0, 0
	for _, group := range h.Groups {
		for _, one := range group.Parcels {
			count, grams = count+1, grams+one.Parcel.WeightG
		}
	}
	if count == 0 {
		return "Nenhum pacote para enviar hoje."
	}
	return fmtbr.Plural(count, "pacote", "pacotes") + ", " + fmtbr.Plural(len(h.Groups), "transportadora",
		"transportadoras") + ", " + view.Weight(grams)
}

func writeHandover(d *pdf.Document, group parcels.Handover) {
	d.MoveTo(d.Y() + 5)
	d.EnsureRoom(groupHead)
	y, company := d.Y(), group.Company
	if group.Seller != "" {
		company += ", por " + group.Seller
	}
	d.Bold(11)
	d.Label(pdf.Margin, y, pdf.Width, company, "L")
	d.Bold(pdf.Text)
	d.Label(pdf.Margin, y, pdf.Width-1, fmtbr.Plural(len(group.Parcels), "pacote", "pacotes"), "R")
	d.MoveTo(y + 6)
	d.Table(handoverColumns, handoverRows(group))
	writeSignatures(d)
}

func handoverRows(group parcels.Handover) [][]string {
	rows := make([][]string, len(group.Parcels))
	for i, one := range group.Parcels {
		rows[i] = []string{"", strconv.FormatInt(one.Order.ID, 10), one.Order.NameAssociate, destination(one), texts.Of(one.Parcel.TrackingCode),
			one.Service(), view.Weight(one.Parcel.WeightG)}
	}
	return rows
}

// destination returns the city and the CEP.
func destination(one parcels.HandedOver) string {
	if one.Order.Address == nil {
		return ""
	}
	return view.City(&one.Order) + " " + fmtbr.CEP(one.Order.Address.CEP)
}

// writeSignatures writes the lines on which who gets the parcels signs.
func writeSignatures(d *pdf.Document) {
	d.EnsureRoom(signatures)
	y, x := d.Y()+12, pdf.Margin
	for _, line := range []struct {
		label string
		width float64
	}{{"Nome de quem recebeu", 66}, {"Assinatura", 66}, {"Data e hora", 38}} {
		d.Stroke(x, y, x+line.width, y, pdf.Color{60, 60, 60})
		d.Plain(pdf.Text - 1)
		d.Label(x, y+0.6, line.width, line.label, "L")
		x += line.width + 6
	}
	d.MoveTo(y + 6)
}
