package paper

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
)

// Order is an order to be printed.
type Order struct {
	Head
	Order  orders.Order
	Totals orders.Totals
	Pix    orders.PixPayment
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
type Orders struct{ document *document }

// NewOrders returns a PDF without pages.
func NewOrders(title string, now time.Time) Orders { return Orders{newDocument(title, now)} }

// Add writes the sheet of an order.
func (o Orders) Add(order Order) {
	o.document.begin(order.Head)
	o.document.order(order)
	o.document.end()
}

// Write ends the PDF, which needs at least one order.
func (o Orders) Write(to io.Writer) error { return o.document.write(to) }

func (s *document) order(o Order) {
	s.columns(o.recipient(), o.details())
	s.table(itemColumns, o.rows())
	s.sums(o.sums())
	if o.Totals.Freight.IsZero() && !o.Order.DeliveryPrice.IsZero() {
		s.paragraph("O frete de " + fmtbr.Money(o.Order.DeliveryPrice) + " é pago à parte.")
	}
	if info := strings.TrimSpace(texts.Of(o.Order.Info)); info != "" {
		s.heading("Observações")
		s.paragraph(info)
	}
	if o.Pix.Code != "" {
		s.pix(o.Pix)
	}
}

func (o Order) recipient() []fact {
	return []fact{
		{"Associado", o.Order.NameAssociate},
		{"CPF", fmtbr.CPF(o.CPF)},
		{"Telefone", fmtbr.Phone(o.Phone)},
		{"E-mail", texts.Of(o.Order.Email)},
		{"Entrega", envelope(o.Order.Address)},
	}
}

func (o Order) details() []fact {
	return []fact{
		{"Data", fmtbr.DateTime(o.Order.DateCreated, o.Now.Location())},
		{"Situação", string(o.Order.Status)},
		{"Prescritor", texts.Of(o.Order.Prescriber)},
		{"Etiquetas", strings.Join(o.Order.Tags, ", ")},
	}
}

// itemColumns share the width; numbers are right-aligned. The box is ticked when the item is in the parcel.
var itemColumns = []column{
	{"", 8, tickBox}, {"Produto", 72, "L"}, {"Código", 32, "L"}, {"Preço", 25, "R"}, {"Quantidade", 20, "R"}, {"Subtotal", 25, "R"},
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
func (o Order) sums() []fact {
	lines := []fact{{"Produtos", fmtbr.Money(o.Totals.Products)}}
	add := func(label string, amount money.Amount) {
		if !amount.IsZero() {
			lines = append(lines, fact{label, fmtbr.Money(amount)})
		}
	}
	freight := "Frete"
	if carrier := texts.Of(o.Order.FreightCarrier); carrier != "" {
		freight += " (" + carrier + ")"
	}
	add(freight, o.Totals.Freight)
	add("Desconto", money.Zero.Sub(o.Order.Discount))
	for _, payment := range o.Order.CustomPayment {
		add(extraLabel(payment), money.Zero.Sub(payment.Value))
	}
	add("Doação", money.Zero.Sub(o.Order.Donation))
	return append(lines, fact{"Total", fmtbr.Money(o.Totals.Total)})
}

// extraLabel shows the count of an extra line, which does not affect its value.
func extraLabel(payment orders.CustomPayment) string {
	if payment.Qnt > 1 {
		return payment.Item + " (" + fmtbr.Integer(int64(payment.Qnt)) + "×)"
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

// pix puts the QR code beside the text to copy; both stay on one page.
func (s *document) pix(payment orders.PixPayment) {
	const side = 42.0
	s.ensureRoom(side + 2*gap + 2*line)
	s.heading("Pague com Pix")
	s.pdf.Ln(gap / 2)
	x, y := margin, s.pdf.GetY()
	s.squares(payment.QR, x, y, side)
	beside, across := x+side+gap, width-side-gap
	s.bold(11)
	s.label(beside, y, across, fmtbr.Money(payment.Amount), "L")
	s.plain(text)
	s.label(beside, y+line+2, across, "Leia o código com o aplicativo do seu banco, ou copie:", "L")
	// Courier is in every PDF reader, and the code is ASCII. Each line is full, because a line break at a space would
	// lose the space.
	s.pdf.SetFont("Courier", "", 8)
	at := y + 2*line + 4
	for written := range slices.Chunk([]byte(payment.Code), int(across/s.pdf.GetStringWidth("0"))) {
		s.writeLine(beside, at, across, string(written), "L")
		at += line - 1
	}
	s.pdf.SetXY(margin, y+side)
}

// squares draws a QR code with a quiet zone around it.
func (s *document) squares(squares pix.Bitmap, x, y, side float64) {
	unit := side / float64(len(squares))
	s.pdf.SetFillColor(0, 0, 0)
	for _, run := range squares.Runs() {
		s.pdf.Rect(x+float64(run.X)*unit, y+float64(run.Y)*unit, float64(run.Length)*unit, unit, "F")
	}
}
