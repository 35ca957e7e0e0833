package webhooks

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/webhooks/endpoints"
)

// Area declares what webhooks bring to the program. Their events hold the fields of these collections.
func Area(e area.Env, collections []*items.Collection) area.Area {
	sender := NewSender(e)
	sender.Collections = collections
	return area.Area{
		Tables:   []string{"webhook_endpoints", "webhook_events", "webhook_deliveries", "webhook_outbox"},
		Personal: personalData(),
		Mails:    []mail.Declared{endpoints.SwitchedOff.Declared()},
		Jobs: []jobs.Job{
			jobs.Func[fanOut](sender.FanOut, jobs.About{Label: "Eventos de webhooks"}),
			// The time is that of a batch, its last attempt and the writing of the results.
			jobs.Of(func(ctx context.Context, job *river.Job[deliver]) error {
				return sender.Deliver(ctx, job.Args.Endpoint)
			}, jobs.About{Label: "Entregas de um webhook", Timeout: leaseTime}),
		},
		Secrets: []area.Secret{{Label: "segredos dos webhooks", Rotate: endpoints.RotateKey}},
	}
}

// NewSender returns the sender of the process, which calls only addresses that the environment permits. Without collections
// it makes attempts and no events.
func NewSender(e area.Env) Sender {
	return Sender{DB: e.DB, Key: e.Key, Client: e.Webhooks.Client(), Mail: e.Mail, Log: e.Log, Now: e.Now}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("webhook_endpoints", "name url secret_encrypted encryption_key_id tables actions previous_secret_encrypted disabled_reason"),
		{
			Name: "webhook_deliveries", Label: "Respostas de webhooks",
			Data: []personal.Data{
				{
					Columns: "response_excerpt error history", Label: "Respostas de quem recebe webhooks", Use: personal.Operation,
					End: personal.Mention,
				},
			},
			Plain: "status record",
		},
		{
			Name: "webhook_outbox", Label: "Eventos à espera", Of: personal.EventsOf, Removed: true, Last: true,
			Data: []personal.Data{
				{Columns: "record", Label: "Eventos de webhooks", Use: personal.Operation, End: personal.WithRow, Mentions: true},
			},
			Plain: "table_name action",
		},
		{
			Name: "webhook_events", Label: "Eventos de webhooks", Of: personal.EventsOf, Removed: true, Last: true,
			Data: []personal.Data{
				{Columns: "data", Use: personal.Operation, End: personal.WithRow, Mentions: true},
			},
			Plain: "table_name action record_id",
		},
	}
}
