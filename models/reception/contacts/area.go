package contacts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what the contacts of associates bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Undo: []undo.Action{
			{Kind: Enqueued, Collection: "reception", Action: access.Create, Undo: undo.With(UndoEnqueue),
				Done: "Associados retirados da recepção."},
		},
	}
}
