// Package personexports makes the copy of everything that is held of a person: a page to read, the same as JSON, and the files,
// with the own patients, with whom the data were shared and who saw them. What is in it is declared by the areas (package
// personal). It is written by a job, kept encrypted for 72 hours and served to the person who signs in; requests are in package
// privacy.
package personexports

import (
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
)

// Office makes and serves the copies.
type Office struct {
	DB      *db.DB
	Key     encryption.Key
	Storage storage.Drivers
	Mail    mail.Outbox
	// Register is what all areas declare.
	Register []personal.Table
	Now      func() time.Time
}

// NewOffice returns the office of a process. Register is what all areas declare.
func NewOffice(e area.Env, register []personal.Table) Office {
	return Office{DB: e.DB, Key: e.Key, Storage: e.Storage, Mail: e.Mail, Register: register, Now: e.Now}
}

// Area declares what the copies bring to the program.
func Area(office Office) area.Area {
	every := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: expiryEvery}}
	return area.Area{
		Tables:   []string{"person_exports", "person_export_chunks"},
		Personal: Personal(),
		Mails:    []mail.Declared{Ready.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(office.work, jobs.About{Label: "Cópia dos dados de uma pessoa", Timeout: writeTimeout}),
			jobs.Func[expiry](office.RemoveExpired, jobs.About{Label: "Fim do prazo das cópias de dados", Every: expiryEvery, Options: every,
				Cancellable: true}),
		},
		Secrets: []area.Secret{{Label: "cópias de dados pedidas por pessoas", Rotate: RotateKey}},
	}
}

// Personal declares the personal data of the copies.
func Personal() []personal.Table {
	return []personal.Table{
		{
			Name: "person_export_chunks", Label: "Cópias de dados prontas, cifradas", Removed: true,
			Of: "export_id in (select id from person_exports where user_id in @ids)",
			Data: []personal.Data{{
				Columns: "content_encrypted", Label: "Cópia dos dados, por 72 horas, cifrada", Use: personal.Evidence, End: personal.WithRow,
				Withheld: true,
			}},
			Plain: "encryption_key_id",
		},
		{
			Name: "person_exports", Label: "Cópias de dados pedidas", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{{
				Columns: "asked_by", Label: "Quem pediu uma cópia dos dados", Use: personal.Evidence, End: personal.WithRow, Withheld: true,
			}},
			Plain: "state failure",
		},
	}
}
