package separation

import (
	"acolhe/models/orders"
	"acolhe/models/stock"
	"acolhe/models/stock/queue"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// withdrawnWord says why separated units may not leave; it is empty for others.
func withdrawnWord(taken stock.Taken, today civil.Date) string {
	switch {
	case taken.BlockedAt != nil:
		return "recolhido"
	case !taken.MayLeave(today):
		return "vencido"
	}
	return ""
}

// takenBadge is withdrawnWord as a badge; it is nil for units that may leave.
func takenBadge(taken stock.Taken, today civil.Date) ui.Content {
	if word := withdrawnWord(taken, today); word != "" {
		return ui.Badge{Tone: ui.Bad, Text: fmtbr.Capitalized(word)}
	}
	return nil
}

// withdrawn says which separated units of an order that is not sent yet may not leave; empty if all may.
func withdrawn(order orders.Order, taken []stock.Taken, today civil.Date) (said string) {
	if order.Status != orders.Paid && order.Status != orders.Picking {
		return ""
	}
	for _, one := range taken {
		if word := withdrawnWord(one, today); word != "" {
			said = fmtbr.Join("; ", said, fmtbr.Plural(one.Quantity, "unidade", "unidades")+" do lote "+one.Number+", "+word)
		}
	}
	if said == "" {
		return ""
	}
	return said + ". Devolva e separe de outro lote antes de enviar."
}

// BalanceSentence says which units of an order would leave without a lot, and which were separated too many; empty for none.
func BalanceSentence(balance queue.Balance) (said string) {
	if balance.Missing > 0 {
		said = "Falta separar " + fmtbr.Plural(balance.Missing, "unidade", "unidades") + ". Sem lote, um recolhimento não encontra esta pessoa."
	}
	if balance.Surplus > 0 {
		said = fmtbr.Join(" ", said, fmtbr.Plural(balance.Surplus, "unidade foi separada", "unidades foram separadas")+
			" a mais, porque o pedido mudou. Devolva ao estoque o que não vai na caixa.")
	}
	return said
}
