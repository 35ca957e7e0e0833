// Package statusmails writes to associates and professionals when something of theirs moved on: an order, a document, an
// appointment, a month. Triggers keep what is to be written (migrations/derived/status_mails.sql); a job writes it a minute
// later, as far as it still holds. The words are in views/mail; mails about appointments to associates are in models/appointments.
package statusmails

import (
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what these mails bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"status_mails"},
		Personal: personalData(),
		Mails: []mail.Declared{AccountOpened.Declared(), MessageReceived.Declared(), OrderPlaced.Declared(), OrderPaid.Declared(),
			DocumentReceived.Declared(),
			VisitBooked.Declared(), VisitMoved.Declared(), VisitCancelled.Declared(), ContestAnswered.Declared(), MonthClosed.Declared(),
			PayoutMade.Declared()},
		Jobs: []jobs.Job{
			jobs.Func[write](Mailer{DB: e.DB, Mail: e.Mail, Now: e.Now}.writeAll,
				jobs.About{Label: "E-mails sobre o andamento", Every: time.Minute, Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("status_mails", "kind"),
	}
}
