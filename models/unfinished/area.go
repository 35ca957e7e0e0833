// Package unfinished reminds people of a registration that they began and did not finish: one letter, three days after
// they last went on.
package unfinished

import (
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what these reminders bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"registration_reminders"},
		Personal: personalData(),
		Mails:    []mail.Declared{Waiting.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(&worker{db: e.DB, outbox: e.Mail, now: e.Now},
				jobs.About{Label: "Lembrete de cadastro parado", Every: time.Hour, Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("registration_reminders", ""),
	}
}
