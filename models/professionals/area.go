package professionals

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/undo"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
)

// Area declares what professionals bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"professionals", "donation_movements"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection()},
		Keys:     catalog.Keys(),
		Undo: []undo.Action{
			{Kind: ContestRemoval, Collection: "professionals", Action: access.Read, Undo: undo.With(RestoreContest), Done: "Contestação de volta."},
			{Kind: Deactivation, Collection: "professionals", Action: access.Update, Undo: undo.With(Reactivate), Done: "Profissional reativado."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "professionals", Label: "Profissionais",
			Data: []personal.Data{
				{
					Columns: "name email phone council council_number council_state payment_details visit_address video_link visit_notes",
					Label:   "Profissionais: contatos, conselho e pagamento",
					Use:     personal.Staff,
					End:     personal.Stays,
				},
			},
			Plain: "professional_code type calendar_id contest_reports weekly_hours",
		},
		{
			Name: "donation_movements", Label: "Doações de profissionais",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Fiscal, End: personal.Mention},
			},
			Plain: "actor_kind actor_code actor_name",
		},
	}
}
