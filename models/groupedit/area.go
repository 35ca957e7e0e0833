package groupedit

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what changes of a group bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Undo: []undo.Action{
		{Kind: FieldSet, Collection: "users", Action: access.Update, Undo: undo.With(UndoSet), Done: "Os cadastros voltaram ao que eram."},
	}}
}
