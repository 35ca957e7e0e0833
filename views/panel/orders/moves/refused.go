package moves

import (
	"slices"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/tasks"
	"acolhe/models/types/fmtbr"
	ordersview "acolhe/views/panel/orders"
)

// ManyMessage returns the message after a status change of several orders: "2 mudaram, 1 já estava enviado."
func ManyMessage(status orders.Status, done tasks.Result) string {
	if len(done.Orders) == 0 {
		return fmtbr.Plural(done.Changed, "pedido passou", "pedidos passaram") + " para " + string(status) + "."
	}
	if done.Changed == 0 {
		return "Nenhum pedido mudou: " + past().stayed(status, done.Orders) + "."
	}
	return fmtbr.Plural(done.Changed, "mudou", "mudaram") + ", " + past().stayed(status, done.Orders) + "."
}

// RefusedHref returns the address of the orders that did not change: the page of a single one, else a list; empty if all did.
func RefusedHref(done tasks.Result) string {
	switch len(done.Orders) {
	case 0:
		return ""
	case 1:
		return ordersview.Href(done.Orders[0].ID)
	}
	ids := make([]int64, len(done.Orders))
	for i, order := range done.Orders {
		ids[i] = order.ID
	}
	return ordersview.NumbersHref(ids)
}

// tense holds the verbs of stayed.
type tense struct{ is, are, can, canAll string }

func past() tense { return tense{"estava", "estavam", "não podia mudar", "não podiam mudar"} }

func present() tense { return tense{"está", "estão", "não pode mudar", "não podem mudar"} }

// stayed says in which status orders are that cannot change to the other one.
func (t tense) stayed(to orders.Status, refused []orders.Order) string {
	status := refused[0].Status
	isMixed := slices.ContainsFunc(refused, func(order orders.Order) bool { return order.Status != status })
	switch {
	case isMixed:
		return fmtbr.Plural(len(refused), t.can, t.canAll)
	case status == orders.AwaitingPayment:
		return fmtbr.Plural(len(refused), "ainda aguarda pagamento", "ainda aguardam pagamento")
	}
	one := strings.ToLower(string(status))
	many := one + "s"
	if status == orders.Picking {
		many = one
	}
	already := "já "
	if slices.Index(orders.Statuses(), status) < slices.Index(orders.Statuses(), to) && to != orders.Cancelled {
		already = "ainda "
	}
	return fmtbr.Plural(len(refused), already+t.is+" "+one, already+t.are+" "+many)
}
