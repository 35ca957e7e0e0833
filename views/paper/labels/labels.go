// Package labels writes the labels that a thermal printer prints for an order: the address on the parcel, and one for each vial
// with its lot. The same lines are a PDF or ZPL, the language of most such printers.
package labels

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/platform/pdf"
	"acolhe/models/stock"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Size is the size of a label in millimetres, by its name in addresses.
type Size struct {
	Name, Label   string
	Width, Height float64
}

// Sizes returns the sizes of labels that printers in associations have.
func Sizes() []Size {
	return []Size{{"100x150", "100 × 150 mm", 100, 150}, {"62x100", "62 × 100 mm", 62, 100}}
}

// Line is a line of a label in points, wrapped where it is longer. With Rule a line is drawn above it.
type Line struct {
	Text   string
	Points float64
	Bold   bool
	Rule   bool
}

// Label is the lines of a label from top to bottom.
type Label []Line

// with adds lines that are not empty.
func (l Label) with(points float64, isBold bool, lines ...string) Label {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			l = append(l, Line{Text: line, Points: points, Bold: isBold})
		}
	}
	return l
}

// ruled draws a line above the lines that follow.
func (l Label) ruled(following Label) Label {
	if len(following) > 0 {
		following[0].Rule = true
	}
	return append(l, following...)
}

// Address is the label of the parcel: who sends it, and to whom.
func Address(order orders.Order, from pdf.Association) Label {
	address := order.Address
	if address == nil {
		address = &orders.Address{}
	}
	street := strings.TrimSuffix(address.Street+", "+address.Number, ", ")
	to := Label{}.with(9, false, "Destinatário").with(15, true, order.NameAssociate).
		with(12, false, street, address.Complement, address.Neighborhood, fmtbr.Join("/", address.City, address.State)).
		with(18, true, postal(address.CEP))
	if order.Address == nil || address.CEP == "" {
		to = Label{}.with(9, false, "Destinatário").with(15, true, order.NameAssociate).with(12, false, "Retirada na sede")
	}
	sender := Label{}.with(8, false, "Remetente").with(10, true, from.Name).with(8, false, from.Address, fmtbr.Phone(from.Phone))
	return to.ruled(Label{}.with(10, true, "Pedido nº "+number(order.ID))).ruled(sender)
}

func postal(cep string) string {
	if cep == "" {
		return ""
	}
	return "CEP " + fmtbr.CEP(cep)
}

// Vials are the labels of the medicine: one for each unit, with its lot when it was separated. At most mostVials are written.
func Vials(order orders.Order, taken []stock.Taken, from pdf.Association) []Label {
	var all []Label
	for _, item := range order.Items {
		left := item.Quantity
		for _, lot := range taken {
			if lot.Code != item.Code {
				continue
			}
			for range min(left, lot.Quantity) {
				all = append(all, vial(order, item, from, "Lote "+lot.Number, "Validade "+lot.ExpiresOn.Shown()))
			}
			left -= min(left, lot.Quantity)
		}
		for range left {
			all = append(all, vial(order, item, from))
		}
		if len(all) >= mostVials {
			return all[:mostVials]
		}
	}
	return all
}

// mostVials limits the labels of one file.
const mostVials = 200

func vial(order orders.Order, item orders.Item, from pdf.Association, lot ...string) Label {
	label := Label{}.with(14, true, item.Name).with(11, true, lot...)
	person := Label{}.with(11, false, order.NameAssociate).with(9, false, "Prescritor: "+texts.Of(order.Prescriber))
	if texts.Of(order.Prescriber) == "" {
		person = Label{}.with(11, false, order.NameAssociate)
	}
	foot := Label{}.with(9, false, "Pedido nº "+number(order.ID), from.Name, fmtbr.Phone(from.Phone), "Uso pessoal. Mantenha fora do alcance de crianças.")
	return label.ruled(person).ruled(foot)
}
