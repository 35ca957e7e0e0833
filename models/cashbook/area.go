package cashbook

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what the cash book brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"cash_entries", "cash_months"},
		Personal: personalData(),
		Undo: []undo.Action{
			{Kind: EntryRemoval, Collection: "reports", Action: access.Read, Undo: undo.With(Restore), Done: "Lançamento de volta."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "cash_entries", Label: "Lançamentos do caixa",
			Data: []personal.Data{
				{Columns: "note", Label: "Nomes em lançamentos do caixa", Use: personal.Fiscal, End: personal.Mention},
			},
			Plain: "kind category author_name",
		},
		personal.Plain("cash_months", "closed_by"),
	}
}
