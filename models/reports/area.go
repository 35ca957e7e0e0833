package reports

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what reports bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"statements", "statement_events", "contest_messages"},
		Undo: []undo.Action{
			{Kind: ValidationUndo, Collection: "services", Action: access.Update, Undo: undo.With(UndoValidate), Done: "Conferência anterior restaurada."},
			{Kind: PaymentUndo, Collection: "services", Action: access.Update, Undo: undo.With(Unpay), Done: "Pagamento desfeito."},
		},
	}
}
