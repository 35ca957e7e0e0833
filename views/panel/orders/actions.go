package orders

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/types/access"
	"acolhe/models/types/fmtbr"
	"acolhe/views/list"
)

// LabelsSlug is the action of package labelpurchase, which imports this one.
const LabelsSlug = "etiquetas-de-envio"

// The ends of the addresses that change the tags of an order.
const (
	TagSlug   = "/etiquetar"
	UntagSlug = "/desetiquetar"
)

// actions are the actions on selected orders.
func actions() []list.Action {
	return []list.Action{
		{Name: "mudar-situacao", Label: "Mudar situação", Value: "status", Moves: moves(), Collection: "orders", Action: access.Update},
		{Name: "imprimir", Label: "Imprimir", One: "Imprimir 1 folha", Many: "Imprimir {n} folhas", Icon: "printer", NewTab: true,
			Collection: "orders", Action: access.Read},
		{Name: LabelsSlug, Icon: "truck", Label: "Comprar etiquetas de envio…", One: "Comprar etiqueta de envio…",
			Many:       "Comprar {n} etiquetas de envio…",
			Collection: "orders", Action: access.Update, Limit: parcels.MaxTogether, Asks: true},
		{Name: "etiquetar", Label: "Etiquetar", One: "Etiquetar 1 com {x}", Many: "Etiquetar {n} com {x}", HasTag: true, Collection: "orders",
			Action: access.Update},
		{Name: "desetiquetar", Label: "Tirar a etiqueta", One: "Tirar {x} de 1", Many: "Tirar {x} de {n}", HasTag: true, Collection: "orders",
			Action: access.Update},
	}
}

// moves are the statuses after the first. Statuses that need further data have a page that asks for it.
func moves() []list.Move {
	asks := map[orders.Status]string{orders.Paid: ManyHref(Pay), orders.Sent: ManyHref(Send), orders.Cancelled: ManyHref(Cancel)}
	var moves []list.Move
	for _, status := range orders.Statuses()[1:] {
		move := list.Move{Value: string(status), Face: StatusBadge(status), Asks: asks[status], Rule: status == orders.Cancelled}
		for _, before := range status.Before() {
			move.From = append(move.From, string(before))
		}
		moves = append(moves, move)
	}
	return moves
}

// BulkTaggedMessage returns the message after a tag was added to orders.
func BulkTaggedMessage(tag string, changed int) string {
	return changedTogether(changed, "já tinham", "com", tag)
}

// BulkUntaggedMessage returns the message after a tag was removed from orders.
func BulkUntaggedMessage(tag string, changed int) string {
	return changedTogether(changed, "não tinham", "sem", tag)
}

func changedTogether(changed int, none, with, tag string) string {
	tag = " a etiqueta “" + strings.TrimSpace(tag) + "”."
	if changed == 0 {
		return "Nenhum pedido mudou: todos " + none + tag
	}
	return fmtbr.Plural(changed, "pedido", "pedidos") + " " + with + tag
}
