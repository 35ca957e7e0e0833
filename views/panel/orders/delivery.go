package orders

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/cep"
	"acolhe/views/ui/record"
)

// DeliveryFacts say how an order is sent and where to.
func DeliveryFacts(order orders.Order) []record.Fact {
	return []record.Fact{{Label: "Frete", Value: FreightLine(order)}, {Label: "Para", Value: cep.Line(order.Address)}}
}

// FreightLine describes the chosen shipping of an order.
func FreightLine(order orders.Order) string {
	if option := order.FreightOption; option != nil && option.ETADays > 0 {
		return fmtbr.Join(" · ", order.FreightName(), fmtbr.Plural(option.ETADays, "dia", "dias"))
	}
	return order.FreightName()
}

// Weight formats grams: 0,62 kg.
func Weight(grams int) string {
	if grams <= 0 {
		return ""
	}
	return strings.Replace(money.FromCents(int64((grams+5)/10)).String(), ".", ",", 1) + " kg"
}
