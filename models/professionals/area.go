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
		Items: []*items.Collection{Collection()},
		Keys:  []settings.Definition{catalog.Definition(), deductDonation.Definition()},
		Undo: []undo.Action{
			{Kind: Deactivation, Collection: "professionals", Action: access.Update, Undo: undo.With(Reactivate), Done: "Profissional reativado."},
		},
	}
}
