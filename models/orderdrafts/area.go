// Package orderdrafts keeps what an operator has typed of a new order until they save it, so that leaving the page loses
// nothing (ui-pages-3-staff.md, "Cart").
package orderdrafts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what drafts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"order_drafts"},
		Personal: personalData(),
		Undo: []undo.Action{{Kind: Discarded, Collection: "orders", Action: access.Create, Done: "Rascunho de volta.",
			Undo: undo.With(UndoDiscard)}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{{
		Name: "order_drafts", Label: "Rascunhos de pedidos", Of: "user_id in @ids", Removed: true,
		Data: []personal.Data{{Columns: "fields", Label: "Pedido que a equipe não terminou", Use: personal.Delivery, Health: true,
			End: personal.WithRow, Withheld: true}},
	}}
}
