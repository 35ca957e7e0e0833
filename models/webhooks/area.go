package webhooks

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
)

// Area declares what webhooks bring to the program. Their events hold the fields of these collections.
func Area(e area.Env, collections []*items.Collection) area.Area {
	sender := NewSender(e)
	sender.Collections = collections
	return area.Area{
		Tables: []string{"webhook_endpoints", "webhook_events", "webhook_deliveries", "webhook_outbox"},
		Mails:  []mail.Declared{SwitchedOff.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(&fanOutWorker{sender: sender}, jobs.About{Label: "Eventos de webhooks"}),
			jobs.Of(&deliverWorker{sender: sender}, jobs.About{Label: "Entregas de um webhook"}),
		},
		Secrets: []area.Secret{{Label: "segredos dos webhooks", Rotate: RotateKey}},
	}
}

// NewSender returns the sender of the process, which calls only addresses that the environment permits. Without collections
// it makes attempts and no events.
func NewSender(e area.Env) Sender {
	return Sender{DB: e.DB, Key: e.Key, Client: e.Webhooks.Client(), Mail: e.Mail, Log: e.Log, Now: e.Now}
}
