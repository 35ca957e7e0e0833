package systemerrors

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what system errors bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"system_errors", "system_error_groups", "system_error_hours", "system_error_releases"},
		Undo: []undo.Action{
			{Kind: StatusUndo, Collection: "users_api", Action: access.Update, Undo: undo.With(UndoResolve), Done: "Situação anterior do erro de volta."},
		},
	}
}
