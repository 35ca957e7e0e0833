package panel

import (
	"acolhe/handlers/panel/undo"
	"acolhe/models/associates"
	"acolhe/models/orders"
	platform "acolhe/models/platform/undo"
	"acolhe/models/tags"
	"acolhe/models/types/access"
)

// acts lists what the button "Desfazer" of a toast undoes.
func acts() map[platform.Kind]undo.Act {
	return map[platform.Kind]undo.Act{
		associates.AnnotationRemoval: {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestoreAnnotation), Done: "Anotação restaurada."},
		associates.TagRemoval:        {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestoreTag), Done: "Etiqueta de volta ao cadastro."},
		associates.PatientRemoval:    {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestorePatient), Done: "Cadastro do paciente restaurado."},
		orders.MoveUndo:              {Collection: "orders", Action: access.Update, Undo: undo.With(orders.UndoMove), Done: "Situação anterior restaurada."},
		tags.Removal:                 {Collection: "tags", Action: access.Create, Undo: undo.With(tags.Restore), Done: "Etiqueta restaurada."},
	}
}
