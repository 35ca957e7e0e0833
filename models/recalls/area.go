// Package recalls writes to the people who have units of a recalled lot: one letter each, with a link that says that it was read,
// and what the staff did for those whom no letter reaches. Blocking the lot and where it went belong to package stock.
package recalls

import (
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what recalls bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"recalls", "recall_people"},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Of(Sender{DB: e.DB, Mail: e.Mail, Now: e.Now}.work, jobs.About{Label: "Cartas de um recolhimento", Timeout: time.Hour}),
		},
		Mails: []mail.Declared{Notice.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("recalls", "advice created_by_name"),
		personal.Plain("recall_people", "letter token_hash called_by_name"),
	}
}
