package closures

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what closures bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"blocks", "holidays", "open_holidays"},
		Undo: []undo.Action{
			{Kind: BlockChange, Collection: "services", Action: access.Create, Undo: undo.With(UndoChange), Done: "Bloqueio de volta como estava."},
			{Kind: BlockRemoval, Collection: "services", Action: access.Create, Undo: undo.With(Restore), Done: "Bloqueio restaurado."},
			{Kind: HolidayRemoval, Collection: "services", Action: access.Create, Undo: undo.With(RestoreHoliday), Done: "Feriado restaurado."},
		},
	}
}
