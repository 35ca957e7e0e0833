package webhooks

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
)

// Area declares what webhooks bring to the program.
func Area(e area.Env) area.Area {
	sender := NewSender(e)
	return area.Area{
		Jobs: []jobs.Job{
			jobs.Of(&fanOutWorker{sender: sender}, jobs.About{Label: "Eventos de webhooks"}),
			jobs.Of(&deliverWorker{sender: sender}, jobs.About{Label: "Entregas de um webhook"}),
		},
		Secrets: []area.Secret{{Label: "segredos dos webhooks", Rotate: RotateKey}},
	}
}

// NewSender returns the sender of the process, which calls only addresses that the environment permits.
func NewSender(e area.Env) Sender {
	return Sender{DB: e.DB, Key: e.Key, Client: e.Webhooks.Client(), Mail: e.Mail, Log: e.Log, Now: e.Now}
}
