package panel

import (
	"acolhe/handlers/panel/undo"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/orders"
	platform "acolhe/models/platform/undo"
	"acolhe/models/professionals"
	"acolhe/models/reception"
	"acolhe/models/reports"
	"acolhe/models/systemerrors"
	"acolhe/models/tags"
	"acolhe/models/types/access"
)

// actions lists the kinds of undo for the button "Desfazer" of a toast.
func actions() map[platform.Kind]undo.Action {
	return map[platform.Kind]undo.Action{
		associates.AnnotationRemoval: {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestoreAnnotation), Done: "Anotação restaurada."},
		associates.TagRemoval:        {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestoreTag), Done: "Etiqueta de volta ao cadastro."},
		associates.StreetCorrection:  {Collection: "users", Action: access.Update, Undo: undo.With(associates.UndoCorrectStreet), Done: "Rua anterior restaurada."},
		associates.PatientRemoval:    {Collection: "users", Action: access.Update, Undo: undo.With(associates.RestorePatient), Done: "Cadastro do paciente restaurado."},
		orders.MoveUndo:              {Collection: "orders", Action: access.Update, Undo: undo.With(orders.UndoMove), Done: "Situação anterior restaurada."},
		professionals.Deactivation:   {Collection: "professionals", Action: access.Update, Undo: undo.With(professionals.Reactivate), Done: "Profissional reativado."},
		professionals.ContestRemoval: {Collection: "professionals", Action: access.Read, Undo: undo.With(professionals.RestoreContest), Done: "Contestação de volta."},
		reports.ValidationUndo:       {Collection: "services", Action: access.Update, Undo: undo.With(reports.UndoValidate), Done: "Conferência anterior restaurada."},
		reports.PaymentUndo:          {Collection: "services", Action: access.Update, Undo: undo.With(reports.Unpay), Done: "Pagamento desfeito."},
		systemerrors.StatusUndo:      {Collection: "users_api", Action: access.Update, Undo: undo.With(systemerrors.UndoResolve), Done: "Situação anterior do erro de volta."},
		tags.Removal:                 {Collection: "tags", Action: access.Create, Undo: undo.With(tags.Restore), Done: "Etiqueta restaurada."},
		tags.Joining:                 {Collection: "tags", Action: access.Create, Undo: undo.With(tags.Separate), Done: "Etiquetas separadas de novo."},
		associates.TagAdded:          {Collection: "users", Action: access.Update, Undo: undo.With(associates.UndoAddTag), Done: "Etiqueta retirada."},
		associates.TagRemoved:        {Collection: "users", Action: access.Update, Undo: undo.With(associates.UndoRemoveTag), Done: "Etiqueta de volta."},
		files.Detachment:             {Collection: "files", Action: access.Create, Undo: undo.With(files.RestoreDetached), Done: "Arquivo de volta ao registro."},
		reception.Enqueued:           {Collection: "reception", Action: access.Create, Undo: undo.With(reception.UndoEnqueue), Done: "Associados retirados da recepção."},
		reception.Removal:            {Collection: "reception", Action: access.Delete, Undo: undo.With(reception.Restore), Done: "Atendimento de volta à recepção."},
		reception.ChangeUndo:         {Collection: "reception", Action: access.Update, Undo: undo.With(reception.UndoChange), Done: "Atendimento de volta como estava."},
		bookings.GroupPayment:        {Collection: "services", Action: access.Update, Undo: undo.With(bookings.UndoPayment), Done: "Pagamento de volta como estava."},
		bookings.Rescheduling:        {Collection: "services", Action: access.Update, Undo: undo.With(bookings.UndoReschedule), Done: "Agendamento de volta à data anterior."},
		orders.MovedMany:             {Collection: "orders", Action: access.Update, Undo: undo.With(orders.UndoMoveMany), Done: "Os pedidos voltaram à situação anterior."},
		orders.TagAdded:              {Collection: "orders", Action: access.Update, Undo: undo.With(orders.UndoAddTag), Done: "Etiqueta retirada."},
		orders.TagRemoved:            {Collection: "orders", Action: access.Update, Undo: undo.With(orders.UndoRemoveTag), Done: "Etiqueta de volta."},
	}
}
