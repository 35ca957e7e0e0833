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
		{"Itens", itemsLine(stored.Items), itemsLine(c.Input.Items)},
		{"Linhas extras", linesLine(stored.CustomPayment), linesLine(c.Input.CustomPayment)},
		{"Frete", fmtbr.Money(stored.DeliveryPrice), fmtbr.Money(c.Input.DeliveryPrice)},
		{"Desconto", fmtbr.Money(stored.Discount), fmtbr.Money(c.Input.Discount)},
		{"Doação", fmtbr.Money(stored.Donation), fmtbr.Money(c.Input.Donation)},
		{"Prescritor", known["prescriber"], c.Typed.Or("prescriber_code_texto", c.value("prescriber"))},
		{"Etiquetas", strings.Join(c.Stored.Tags, ", "), strings.Join(c.Typed.Values("tags"), ", ")},
	}
	for _, path := range []string{"address.cep", "address.state", "address.city", "address.street", "address.number", "address.neighborhood",
		"address.complement", "info"} {
		sides = append(sides, difference{fieldLabels[lastName(path)], known[path], c.value(path)})
	}
	return slices.DeleteFunc(sides, func(one difference) bool { return one.stored == strings.TrimSpace(one.typed) })
}
