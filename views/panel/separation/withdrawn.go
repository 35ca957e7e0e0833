package separation

import (
	"acolhe/models/orders"
	"acolhe/models/stock"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// takenBadge says that separated units may not leave; it is nil for others.
func takenBadge(taken stock.Taken, today civil.Date) ui.Content {
	switch {
	case taken.BlockedAt != nil:
		return ui.Badge{Tone: ui.Bad, Text: "Recolhido"}
	case !taken.MayLeave(today):
		return ui.Badge{Tone: ui.Bad, Text: "Vencido"}
	}
	return nil
}

// withdrawn says which separated units of an order that is not sent yet may not leave; empty if all may.
func withdrawn(order orders.Order, taken []stock.Taken, today civil.Date) (said string) {
	if order.Status != orders.Paid && order.Status != orders.Picking {
		return ""
	}
	for _, one := range taken {
		if one.MayLeave(today) {
			continue
		}
		cause := "vencido"
		if one.BlockedAt != nil {
			cause = "recolhido"
		}
		said = fmtbr.Join("; ", said, fmtbr.Plural(one.Quantity, "unidade", "unidades")+" do lote "+one.Number+", "+cause)
	}
	if said == "" {
		return ""
	}
	return said + ". Devolva e separe de outro lote antes de enviar."
}
