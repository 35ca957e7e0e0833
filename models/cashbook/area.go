package cashbook

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what the cash book brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"cash_entries", "cash_months"},
		Undo: []undo.Action{
			{Kind: EntryRemoval, Collection: "reports", Action: access.Read, Undo: undo.With(Restore), Done: "Lançamento de volta."},
		},
	}
}
