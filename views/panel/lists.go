package panel

import (
	"acolhe/views/list"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/products"
	"acolhe/views/panel/professionals"
	"acolhe/views/panel/reception"
	"acolhe/views/panel/signatures"
)

// Lists are the lists of the panel with saved views, a choice of columns and files.
func Lists() list.Lists {
	return list.Lists{associates.List(), orders.List(), agenda.List(agenda.Options{}), products.List(), professionals.List(nil), signatures.List(), reception.Finished(nil)}
}
