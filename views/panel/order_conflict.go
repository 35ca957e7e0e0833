package panel

import (
	"slices"
	"strings"

	"acolhe/views/fmtbr"
)

// differences are in the order of the form.
func (c Cart) differences() []difference {
	stored, known := CartOf(c.Stored).Input, c.known()
	sides := []difference{
		{"Itens", itemsLine(stored.Items.Value), itemsLine(c.Input.Items.Value)},
		{"Linhas extras", linesLine(stored.CustomPayment.Value), linesLine(c.Input.CustomPayment.Value)},
		{"Frete", fmtbr.Money(stored.DeliveryPrice.Value), fmtbr.Money(c.Input.DeliveryPrice.Value)},
		{"Desconto", fmtbr.Money(stored.Discount.Value), fmtbr.Money(c.Input.Discount.Value)},
		{"Doação", fmtbr.Money(stored.Donation.Value), fmtbr.Money(c.Input.Donation.Value)},
		{"Prescritor", known["prescriber"], c.Typed.Or("prescriber_code_texto", c.value("prescriber"))},
		{"Etiquetas", strings.Join(c.Stored.Tags, ", "), strings.Join(c.Typed.Values("tags"), ", ")},
	}
	for _, path := range []string{"address.cep", "address.state", "address.city", "address.street", "address.number", "address.neighborhood",
		"address.complement", "info"} {
		sides = append(sides, difference{fieldLabels[lastName(path)], known[path], c.value(path)})
	}
	return slices.DeleteFunc(sides, func(one difference) bool { return one.stored == strings.TrimSpace(one.typed) })
}
