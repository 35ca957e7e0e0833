package orders

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/access"
	"acolhe/views/fmtbr"
	"acolhe/views/list"
)

// MaxPrinted is the maximum number of orders in one file to print.
const MaxPrinted = 50

// acts are the actions on selected orders.
func acts() []list.Act {
	return []list.Act{
		{Name: "mudar-situacao", Label: "Mudar situação", Value: "status", Moves: moves(), Collection: "orders", Action: access.Update},
		{Name: "imprimir", Label: "Imprimir", One: "Imprimir 1 folha", Many: "Imprimir {n} folhas", Icon: "printer", Limit: MaxPrinted, NewTab: true, Collection: "orders", Action: access.Read},
		{Name: "etiquetar", Label: "Etiquetar", One: "Etiquetar 1 com {x}", Many: "Etiquetar {n} com {x}", HasTag: true, Collection: "orders", Action: access.Update},
		{Name: "desetiquetar", Label: "Tirar a etiqueta", One: "Tirar {x} de 1", Many: "Tirar {x} de {n}", HasTag: true, Collection: "orders", Action: access.Update},
	}
}

// moves are the statuses after the first. Statuses that need further data are set on the page of the order.
func moves() []list.Move {
	var moves []list.Move
	for _, status := range orders.Statuses()[1:] {
		move := list.Move{Value: string(status), Face: StatusBadge(status)}
		if status.IsImmediate() {
			for _, before := range status.Before() {
				move.From = append(move.From, string(before))
			}
		} else {
			move.Instead = "na página do pedido"
		}
		moves = append(moves, move)
	}
	return moves
}

// MovedTogether returns the message after a status change of several orders.
func MovedTogether(status orders.Status, done orders.ManyChanged) string {
	changed := len(done.Changed)
	if len(done.Refused) == 0 {
		return fmtbr.Plural(changed, "pedido passou", "pedidos passaram") + " para " + string(status) + "."
	}
	refused := fmtbr.Plural(len(done.Refused), "não podia passar", "não podiam passar") + " para " + string(status) + "."
	if len(done.Refused) == 1 {
		refused = "1\u00a0estava em " + string(done.Refused[0].Status) + "."
	}
	if changed == 0 {
		return "Nenhum pedido mudou: " + refused
	}
	return fmtbr.Plural(changed, "mudou", "mudaram") + ", " + refused
}

// TaggedTogether returns the message after a tag was added to orders.
func TaggedTogether(tag string, done orders.ManyChanged) string {
	return changedTogether(done, "já tinham", "com", tag)
}

// UntaggedTogether returns the message after a tag was removed from orders.
func UntaggedTogether(tag string, done orders.ManyChanged) string {
	return changedTogether(done, "não tinham", "sem", tag)
}

func changedTogether(done orders.ManyChanged, none, with, tag string) string {
	tag = " a etiqueta “" + strings.TrimSpace(tag) + "”."
	if len(done.Changed) == 0 {
		return "Nenhum pedido mudou: todos " + none + tag
	}
	return fmtbr.Plural(len(done.Changed), "pedido", "pedidos") + " " + with + tag
}
