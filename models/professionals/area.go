package professionals

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what professionals bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"professionals", "donation_movements"},
		Items:  []*items.Collection{Collection()},
		Keys:   []settings.Definition{catalog.Definition(), deductDonation.Definition()},
		Undo: []undo.Action{
			{Kind: ContestRemoval, Collection: "professionals", Action: access.Read, Undo: undo.With(RestoreContest), Done: "Contestação de volta."},
			{Kind: Deactivation, Collection: "professionals", Action: access.Update, Undo: undo.With(Reactivate), Done: "Profissional reativado."},
		},
	}
}
