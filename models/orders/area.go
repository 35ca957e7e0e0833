package orders

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what orders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"orders", "order_changes", "order_picks"},
		Items:  []*items.Collection{Collection()},
		Keys:   []settings.Definition{overdueDays.Definition()},
		Undo: []undo.Action{
			{Kind: MoveUndo, Collection: "orders", Action: access.Update, Undo: undo.With(UndoMove), Done: "Situação anterior restaurada."},
			{Kind: MovedMany, Collection: "orders", Action: access.Update, Undo: undo.With(UndoMoveMany), Done: "Os pedidos voltaram à situação anterior."},
			{Kind: TagAdded, Collection: "orders", Action: access.Update, Undo: undo.With(UndoAddTag), Done: "Etiqueta retirada."},
			{Kind: TagRemoved, Collection: "orders", Action: access.Update, Undo: undo.With(UndoRemoveTag), Done: "Etiqueta de volta."},
		},
	}
}
