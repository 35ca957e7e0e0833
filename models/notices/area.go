package notices

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
)

// Area declares what notices bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables: []string{"notices", "notice_reads", "notice_choices"},
		Mails:  []mail.Declared{Mailed.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(&mailWorker{mailer: Mailer{DB: e.DB, Mail: e.Mail, Now: e.Now}}, jobs.About{Label: "Avisos por e-mail", Every: mailInterval, Cancellable: true}),
		},
	}
}
