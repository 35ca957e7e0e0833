package tags

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what tags bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"tags"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection()},
		Undo: []undo.Action{
			{Kind: Removal, Collection: "tags", Action: access.Create, Undo: undo.With(Restore), Done: "Etiqueta restaurada."},
			{Kind: Joining, Collection: "tags", Action: access.Create, Undo: undo.With(Separate), Done: "Etiquetas separadas de novo."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("tags", "name color collection"),
	}
}
