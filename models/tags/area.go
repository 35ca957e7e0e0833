package tags

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what tags bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"tags"},
		Items:  []*items.Collection{Collection()},
		Undo: []undo.Action{
			{Kind: Removal, Collection: "tags", Action: access.Create, Undo: undo.With(Restore), Done: "Etiqueta restaurada."},
			{Kind: Joining, Collection: "tags", Action: access.Create, Undo: undo.With(Separate), Done: "Etiquetas separadas de novo."},
		},
	}
}
