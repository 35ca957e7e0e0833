package reception

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what the reception bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"reception", "reception_changes", "reception_notes", "reception_writers"},
		Items:  []*items.Collection{Collection()},
		Keys: []settings.Definition{
			statusesKey.Definition(), reasonsKey.Definition(), warnMinutes.Definition(), lateMinutes.Definition(),
			formTitle.Definition(), formFields.Definition(), customFields.Definition(), formPrivacy.Definition(),
		},
		Undo: []undo.Action{
			{Kind: Removal, Collection: "reception", Action: access.Delete, Undo: undo.With(Restore), Done: "Atendimento de volta à recepção."},
			{Kind: Enqueued, Collection: "reception", Action: access.Create, Undo: undo.With(UndoEnqueue), Done: "Associados retirados da recepção."},
			{Kind: ChangeUndo, Collection: "reception", Action: access.Update, Undo: undo.With(UndoChange), Done: "Atendimento de volta como estava."},
		},
	}
}
