package associates

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what associates bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables: []string{"users", "last_orders"},
		Items:  []*items.Collection{Collection(Accounts{Mail: e.Mail})},
		Undo: []undo.Action{
			{Kind: AnnotationRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestoreAnnotation), Done: "Anotação restaurada."},
			{Kind: TagRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestoreTag), Done: "Etiqueta de volta ao cadastro."},
			{Kind: StreetCorrection, Collection: "users", Action: access.Update, Undo: undo.With(UndoCorrectStreet), Done: "Rua anterior restaurada."},
			{Kind: PatientRemoval, Collection: "users", Action: access.Update, Undo: undo.With(RestorePatient), Done: "Cadastro do paciente restaurado."},
			{Kind: TagAdded, Collection: "users", Action: access.Update, Undo: undo.With(UndoAddTag), Done: "Etiqueta retirada."},
			{Kind: TagRemoved, Collection: "users", Action: access.Update, Undo: undo.With(UndoRemoveTag), Done: "Etiqueta de volta."},
		},
	}
}
