// Package consents holds what associates allow the association to do with their data (LGPD, articles 8 and 11): a text in
// versions for each purpose, and a log of what was allowed and withdrawn. It does not know the registration; the pages ask
// it what is allowed.
package consents

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// Area declares what consents bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"consent_texts", "consents"},
		Personal: personalData(),
		Mails:    []mail.Declared{Withdrawn.Declared(), Changed.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(func(ctx context.Context, job *river.Job[announce]) error {
				return e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error { return announceText(ctx, tx, e.System(), e.Mail, job.Args) })
			}, jobs.About{Label: "Aviso de texto novo de permissão", Cancellable: true}),
		},
		Keys: []settings.Definition{OfficerName.Definition(), OfficerEmail.Definition(), PolicyVersion.Definition(), PolicyDate.Definition(),
			Retention.Definition(), Sharing.Definition()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("consent_texts", "purpose summary body changes text_hash"),
		{
			Name: "consents", Label: "Permissões dadas e retiradas", Of: personal.ByUser,
			Data: []personal.Data{
				{Columns: "network", Label: "Rede de onde a permissão foi dada", Use: personal.Terms, End: personal.Blank},
				{Columns: "purpose text_hash", Label: "O que foi permitido", Use: personal.Terms, End: personal.Stays},
			},
		},
	}
}
