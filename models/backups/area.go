package backups

import (
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
)

// Area declares what copies bring to the program. Variables are the names of the environment that a copy keeps.
func Area(e area.Env, variables []string, verify VerifyContract) area.Area {
	office := NewOffice(e, variables, verify)
	slowly := &river.InsertOpts{Queue: jobs.SlowQueue, MaxAttempts: 1}
	return area.Area{
		Tables: []string{"backup_places", "backups", "backup_drills", "backup_paper_keys"},
		Keys:   []settings.Definition{Hour.Definition()},
		Mails:  []mail.Declared{Problem.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(&copyWorker{office: office}, jobs.About{Label: "Cópia de segurança", Every: time.Hour, Options: slowly, Cancellable: true}),
			jobs.Of(&rehearseWorker{office: office}, jobs.About{Label: "Ensaio da cópia de segurança", Every: 24 * time.Hour, Options: slowly, Cancellable: true}),
		},
		Secrets: []area.Secret{{Label: "lugares das cópias", Rotate: RotateKey}},
	}
}
