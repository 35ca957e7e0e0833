package prescriptions

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
)

// Area declares what prescriptions bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"prescriptions", "prescription_releases"},
		Personal: personalData(),
		Keys:     []settings.Definition{validMonths.Definition(), rule.Definition(), period.Definition(), freeBy.Definition(), exemptTag.Definition()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "prescriptions", Label: "Receitas", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{
					Columns: "prescriber_name council council_number council_state items refused_reason",
					Label:   "Receita: quem receitou, produtos e doses",
					Use:     personal.Documents, Health: true,
					End: personal.WithRow,
				},
			},
		},
		{
			Name: "prescription_releases", Label: "Pedidos além da receita", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{
					Columns: "items reason answer",
					Label:   "Pedido além da receita: produtos e motivos",
					Use:     personal.Documents, Health: true,
					End: personal.WithRow, Mentions: true,
				},
			},
			Plain: "state requested_by_name decided_by_name",
		},
	}
}
