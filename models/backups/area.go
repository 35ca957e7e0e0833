package backups

import (
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// Area declares what copies bring to the program. Variables are the names of the environment that a copy keeps.
func Area(e area.Env, variables []string, verify VerifyContract) area.Area {
	office := NewOffice(e, variables, verify)
	slowly := &river.InsertOpts{Queue: jobs.SlowQueue, MaxAttempts: 1}
	return area.Area{
		Tables:   []string{"backup_places", "backups", "backup_drills", "backup_paper_keys", "tombstones"},
		Personal: personalData(),
		Keys:     []settings.Definition{Hour.Definition()},
		Mails:    []mail.Declared{Problem.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(office.workCopy,
				jobs.About{Label: "Cópia de segurança", Every: time.Hour, Options: slowly, Timeout: longest, Cancellable: true}),
			jobs.Of(office.workRehearsal,
				jobs.About{Label: "Ensaio da cópia de segurança", Every: 24 * time.Hour, Options: slowly, Timeout: longest, Cancellable: true}),
		},
		Secrets: []area.Secret{{Label: "lugares das cópias", Rotate: RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("tombstones", ""),
		personal.Plain("backup_places", "name kind label address_encrypted encryption_key_id last_error"),
		personal.Plain("backups", "name state requested_by_name places error"),
		personal.Plain("backup_drills", "state checks error"),
		personal.Plain("backup_paper_keys", "recipient kept_at printed_by_name checked_by_name"),
	}
}
