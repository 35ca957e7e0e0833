package closures

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what closures bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"blocks", "holidays", "open_holidays"},
		Personal: personalData(),
		Undo: []undo.Action{
			{Kind: BlockChange, Collection: "services", Action: access.Create, Undo: undo.With(UndoChange), Done: "Bloqueio de volta como estava."},
			{Kind: BlockRemoval, Collection: "services", Action: access.Create, Undo: undo.With(Restore), Done: "Bloqueio restaurado."},
			{Kind: HolidayRemoval, Collection: "services", Action: access.Create, Undo: undo.With(RestoreHoliday), Done: "Feriado restaurado."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "blocks", Label: "Horários bloqueados",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Visits, End: personal.Mention},
			},
		},
		personal.Plain("holidays", "name"),
		personal.Plain("open_holidays", ""),
	}
}
