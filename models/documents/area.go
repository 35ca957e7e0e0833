// Package documents holds the check of the documents that associates send: photos of identity, prescriptions, reports and
// proofs. Each has a state with its history, a queue shows those that wait to the staff, and letters say what was decided.
// Sending a document is the registration's.
package documents

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what checks bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"document_checks", "document_check_changes"},
		Personal: personalData(),
		Mails:    []mail.Declared{Refused.Declared(), Accepted.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(func(ctx context.Context, job *river.Job[letter]) error {
				return e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return write(ctx, tx, e.System(), e.Mail, job.Args) })
			}, jobs.About{Label: "Carta de documento conferido", Cancellable: true}),
		},
		Keys: []settings.Definition{AnswerDays.Definition()},
		Undo: []undo.Action{
			{Kind: Decision, Collection: "users_files", Action: access.Update, Undo: undo.With(UndoDecision),
				Done: "O documento voltou para a fila."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "document_check_changes", Label: "Conferências de documentos",
			Of: "check_id in (select id from document_checks where associate_id in @ids or person_id in @ids)", Removed: true,
			Data: []personal.Data{
				{Columns: "reason", Label: "Motivo da recusa de um documento", Use: personal.Documents, End: personal.WithRow},
			},
			Plain: "state author_name",
		},
		{
			Name: "document_checks", Label: "Documentos em conferência", Of: "associate_id in @ids or person_id in @ids", Removed: true,
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Documents, End: personal.WithRow},
			},
			Plain: "state locked_name",
		},
	}
}
