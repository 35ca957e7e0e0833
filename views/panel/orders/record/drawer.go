package record

import (
	"strconv"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui/record"
)

// drawerSums returns the items of an order with their prices, and the other components of its total.
func drawerSums(order orders.Order) []record.Sum {
	lines := make([]record.Sum, len(order.Items))
	for i, item := range order.Items {
		lines[i] = record.Sum{Label: strconv.Itoa(item.Quantity) + " × " + ordersview.ItemName(item), Amount: fmtbr.Money(item.Price())}
	}
	return append(lines, ordersview.TotalLines(order.Totals())[1:]...)
}

// drawerFacts are the known facts of an order, with its notes.
func (s Data) drawerFacts() []record.Fact {
	facts := s.facts()
	if info := texts.Of(s.Order.Info); info != "" {
		facts = append(facts, record.Fact{Label: "Observações", Value: info})
	}
	return facts
}
