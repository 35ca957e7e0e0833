// Package followups asks how patients are, 30 and 90 days after the first order: a letter with a link that is answered without signing
// in, a number from 0 to 10 and three questions. Nothing is asked until an administrator switches it on.
package followups

import (
	"context"
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// enabled switches the questions on.
var enabled = settings.Key[bool]{System: "prescriptions", Name: "follow_ups", Type: settings.Boolean, Required: true,
	Description: "Pergunta ao associado como está o tratamento, 30 e 90 dias depois do primeiro pedido, por e-mail com um link."}

// Area declares what these questions bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"follow_ups"},
		Personal: personalData(),
		Mails:    []mail.Declared{Question.Declared()},
		Keys:     []settings.Definition{enabled.Definition()},
		Jobs: []jobs.Job{
			jobs.Func[ask](func(ctx context.Context) error { return Ask(ctx, e.DB, e.System(), e.Mail) },
				jobs.About{Label: "Perguntas de acompanhamento", Every: time.Hour, Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "follow_ups", Label: "Respostas de acompanhamento", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{
					Columns: "score adherence felt_bad wants_call",
					Label:   "Como a pessoa está, de 0 a 10",
					Use:     personal.Care, Health: true,
					End: personal.WithRow,
				},
			},
			Plain: "token_hash reminder_hash",
		},
	}
}
