package cart

import (
	"slices"
	"strings"

	"acolhe/models/types/fmtbr"
	"acolhe/views/form"
	ordersview "acolhe/views/panel/orders"
)

// differences returns the fields of the form whose stored value differs from the typed one.
func (c Cart) differences() []form.Difference {
	stored, input := c.Stored, c.Input
	sides := []form.Difference{
		side("items", ordersview.ItemsLine(stored.Items), ordersview.ItemsLine(input.Items.Value)),
		side("custom_payment", ordersview.LinesLine(stored.CustomPayment), ordersview.LinesLine(input.CustomPayment.Value)),
		side("delivery_price", fmtbr.Money(stored.DeliveryPrice), fmtbr.Money(input.DeliveryPrice.Value)),
		side("discount", fmtbr.Money(stored.Discount), fmtbr.Money(input.Discount.Value)),
		side("donation", fmtbr.Money(stored.Donation), fmtbr.Money(input.Donation.Value)),
	}
	for _, name := range []string{"cep", "state", "city", "street", "number", "neighborhood", "complement"} {
		sides = append(sides, c.typedSide("address."+name))
	}
	sides = append(sides, side("prescriber", c.known["prescriber"], c.Typed.Or("prescriber_code_texto", c.value("prescriber"))),
		side("tags", strings.Join(stored.Tags, ", "), strings.Join(c.Typed.Values("tags"), ", ")), c.typedSide("info"))
	return slices.DeleteFunc(sides, func(one form.Difference) bool { return one.Stored == strings.TrimSpace(one.Typed) })
}

// typedSide compares a field that is shown as it is stored.
func (c Cart) typedSide(path string) form.Difference { return side(path, c.known[path], c.value(path)) }

func side(path, stored, typed string) form.Difference {
	return form.Difference{Label: ordersview.ShortLabel(path), Stored: stored, Typed: typed}
}
