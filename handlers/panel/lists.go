package panel

import (
	"acolhe/handlers/list"
	"acolhe/handlers/panel/adverseevents"
	"acolhe/handlers/panel/agenda"
	"acolhe/handlers/panel/associates"
	"acolhe/handlers/panel/files"
	"acolhe/handlers/panel/orders"
	"acolhe/handlers/panel/prescriptions"
	"acolhe/handlers/panel/products"
	"acolhe/handlers/panel/professionals"
	"acolhe/handlers/panel/reception"
	"acolhe/handlers/panel/signatures"
	"acolhe/handlers/panel/stock"
	view "acolhe/views/panel/agenda"
)

// Lists are the lists of the panel with saved views, a choice of columns or files.
func Lists() list.Lists {
	return list.Lists{associates.List(), orders.List(), agenda.List(view.Options{}), products.List(), professionals.List(nil),
		signatures.List(), reception.Finished(nil, nil), files.List(), prescriptions.List(), stock.List(), adverseevents.List()}
}
