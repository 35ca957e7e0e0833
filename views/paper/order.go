// Package paper renders orders as PDFs for printing.
package paper

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/pdf"
	"acolhe/models/stock"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Order is an order to be printed.
type Order struct {
	pdf.Head
	Order  orders.Order
	Totals orders.Totals
	Pix    orders.PixPayment
	// Lots are those from which the order was separated.
	Lots []stock.Taken
	// Phone and CPF are the associate's, empty for a person who may not read them.
	Phone, CPF string
}

// OrderTitle returns the title of a printed order, also used in its file name.
func OrderTitle(id int64) string { return "Pedido " + strconv.FormatInt(id, 10) }

// OrdersTitle returns the title of the document of orders: that of the only one, or "12 pedidos".
func OrdersTitle(count int, first int64) string {
	if count == 1 {
		return OrderTitle(first)
	}
	return fmtbr.Plural(count, "pedido", "pedidos")
}

// Orders is a PDF of orders that is being written, each on pages of its own.
type Orders struct{ document *pdf.Document }

// NewOrders returns a PDF without pages.
func NewOrders(title string, now time.Time) Orders { return Orders{pdf.New(title, now)} }

// Add writes the sheet of an order.
func (o Orders) Add(order Order) {
	o.document.Begin(order.Head)
	order.write(o.document)
	o.document.End()
}

// Write ends the PDF, which needs at least one order.
func (o Orders) Write(to io.Writer) error { return o.document.Write(to) }

func (o Order) write(d *pdf.Document) {
	d.Columns(o.recipient(), o.details())
	d.Table(itemColumns, o.rows())
	if len(o.Lots) > 0 {
		d.Heading("Lotes")
		d.Table(lotColumns, o.lotRows())
	}
	d.Sums(o.sums())
	if o.Totals.Freight.IsZero() && !o.Order.DeliveryPrice.IsZero() {
		d.Paragraph("O frete de " + fmtbr.Money(o.Order.DeliveryPrice) + " é pago à parte.")
	}
	if info := strings.TrimSpace(texts.Of(o.Order.Info)); info != "" {
		d.Heading("Observações")
		d.Paragraph(info)
	}
	if o.Pix.Code != "" {
		writePix(d, o.Pix)
	}
}

func (o Order) recipient() []pdf.Fact {
	return []pdf.Fact{
		{Label: "Associado", Value: o.Order.NameAssociate},
		{Label: "CPF", Value: fmtbr.CPF(o.CPF)},
		{Label: "Telefone", Value: fmtbr.Phone(o.Phone)},
		{Label: "E-mail", Value: texts.Of(o.Order.Email)},
		{Label: "Entrega", Value: envelope(o.Order.Address)},
	}
}

func (o Order) details() []pdf.Fact {
	return []pdf.Fact{
		{Label: "Data", Value: fmtbr.DateTime(o.Order.DateCreated, o.Now.Location())},
		{Label: "Situação", Value: string(o.Order.Status)},
		{Label: "Prescritor", Value: texts.Of(o.Order.Prescriber)},
		{Label: "Etiquetas", Value: strings.Join(o.Order.Tags, ", ")},
	}
}

// itemColumns share the width; numbers are right-aligned. The box is ticked when the item is in the parcel.
var itemColumns = []pdf.Column{
	{Width: 8, Align: pdf.TickBox},
	{Label: "Produto", Width: 72, Align: "L"}, {Label: "Código", Width: 32, Align: "L"},
	{Label: "Preço", Width: 25, Align: "R"}, {Label: "Quantidade", Width: 20, Align: "R"}, {Label: "Subtotal", Width: 25, Align: "R"},
}

// lotColumns share the width.
var lotColumns = []pdf.Column{{Label: "Produto", Width: 82, Align: "L"}, {Label: "Lote", Width: 50, Align: "L"},
	{Label: "Vence em", Width: 30, Align: "L"}, {Label: "Quantidade", Width: 20, Align: "R"}}

func (o Order) lotRows() [][]string {
	rows := make([][]string, len(o.Lots))
	for i, lot := range o.Lots {
		rows[i] = []string{lot.Name, lot.Number, lot.ExpiresOn.Shown(), fmtbr.Integer(int64(lot.Quantity))}
	}
	return rows
}

func (o Order) rows() [][]string {
	rows := make([][]string, len(o.Order.Items))
	for i, item := range o.Order.Items {
		name := item.Name
		if name == "" {
			name = item.Code
		}
		rows[i] = []string{"", name, item.Code, fmtbr.Money(item.Amount), fmtbr.Integer(int64(item.Quantity)), fmtbr.Money(item.Price())}
	}
	return rows
}

// sums returns the lines of the computation; zero lines are left out, except the total.
func (o Order) sums() []pdf.Fact {
	lines := []pdf.Fact{{Label: "Produtos", Value: fmtbr.Money(o.Totals.Products)}}
	add := func(label string, amount money.Amount) {
		if !amount.IsZero() {
			lines = append(lines, pdf.Fact{Label: label, Value: fmtbr.Money(amount)})
		}
	}
	freight := "Frete"
	if name := o.Order.FreightName(); name != "" {
		freight += " (" + name + ")"
	}
	add(freight, o.Totals.Freight)
	add("Desconto", money.Zero.Sub(o.Order.Discount))
	for _, payment := range o.Order.CustomPayment {
		add(extraLabel(payment), money.Zero.Sub(payment.Value))
	}
	add("Doação", money.Zero.Sub(o.Order.Donation))
	return append(lines, pdf.Fact{Label: "Total", Value: fmtbr.Money(o.Totals.Total)})
}

// extraLabel shows the count of an extra line, which does not affect its value.
func extraLabel(payment orders.CustomPayment) string {
	if payment.Qnt > 0 && payment.Qnt != 1 {
		return payment.Item + " (" + payment.Qnt.Typed() + "×)"
	}
	return payment.Item
}

// envelope formats an address in several lines, without missing parts.
func envelope(address *orders.Address) string {
	if address == nil {
		return ""
	}
	var lines []string
	for _, parts := range [][]string{
		{address.Street, address.Number, address.Complement},
		{address.Neighborhood},
		{fmtbr.CEP(address.CEP), strings.Trim(address.City+"/"+address.State, "/")},
	} {
		if written := strings.Join(present(parts), ", "); written != "" {
			lines = append(lines, written)
		}
	}
	return strings.Join(lines, "\n")
}

func present(parts []string) []string {
	var there []string
	for _, part := range parts {
		if strings.TrimSpace(part) != "" {
			there = append(there, part)
		}
	}
	return there
}

// writePix puts the QR code beside the text to copy; both stay on one page.
func writePix(d *pdf.Document, payment orders.PixPayment) {
	const side = 42.0
	d.EnsureRoom(side + 2*pdf.Gap + 2*pdf.Line)
	d.Heading("Pague com Pix")
	d.MoveTo(d.Y() + pdf.Gap/2)
	x, y := pdf.Margin, d.Y()
	d.DrawQR(payment.QR, x, y, side)
	beside, width := x+side+pdf.Gap, pdf.Width-side-pdf.Gap
	d.Bold(11)
	d.Label(beside, y, width, fmtbr.Money(payment.Amount), "L")
	d.Plain(pdf.Text)
	d.Label(beside, y+pdf.Line+2, width, "Leia o código com o aplicativo do seu banco, ou copie:", "L")
	// Courier is in every PDF reader, and the code is ASCII. Each line is full, because a line break at a space would
	// lose the space.
	d.Plain(8)
	at := y + 2*pdf.Line + 4
	for written := range slices.Chunk([]byte(payment.Code), int(width/d.Width("0"))) {
		d.WriteLine(beside, at, width, string(written), "L")
		at += pdf.Line - 1
	}
	d.MoveTo(y + side)
}
