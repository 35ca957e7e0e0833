package notices

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what notices bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"notices", "notice_reads", "notice_marks", "notice_choices"},
		Personal: personalData(),
		Mails:    []mail.Declared{Mailed.Declared()},
		Jobs: []jobs.Job{
			jobs.Func[mailNotices](Mailer{DB: e.DB, Mail: e.Mail, Now: e.Now}.sendAll,
				jobs.About{Label: "Avisos por e-mail", Every: mailInterval, Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "notices", Label: "Avisos da equipe",
			Of: "user_id in @ids or order_id in @orders or service_id in @services or contract_id in @contracts or item_id in @items", Removed: true,
			Data: []personal.Data{
				{Columns: "detail author", Label: "Avisos à equipe", Use: personal.Operation, End: personal.WithRow, Mentions: true},
			},
			Plain: "kind cause",
		},
		personal.Plain("notice_reads", ""),
		personal.Plain("notice_marks", ""),
		personal.Plain("notice_choices", "kind delivery"),
	}
}
