// Package privacy holds the requests of persons about their data (LGPD, article 18): what they ask, the days that are left, how
// the identity was checked, and the answer. Erasing is in package erasure.
package privacy

import (
	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what requests bring to the program.
func Area(e area.Env) area.Area {
	writer := Writer{DB: e.DB, Mail: e.Mail, Now: e.Now}
	once := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: warnEvery}}
	return area.Area{
		Tables:   []string{"privacy_requests", "privacy_request_events", "privacy_request_files", "privacy_texts"},
		Personal: personalData(),
		Terms:    []personal.Term{requestsTerm()},
		Mails: []mail.Declared{ReceivedLetter.Declared(), AnsweredLetter.Declared(), RefusedLetter.Declared(), AskedLetter.Declared(),
			DueLetter.Declared()},
		Jobs: []jobs.Job{
			jobs.Of(writer.work, jobs.About{Label: "Cartas sobre pedidos de dados"}),
			jobs.Func[warning](writer.Warn, jobs.About{Label: "Prazo dos pedidos de dados", Every: warnEvery, Options: once, Cancellable: true}),
		},
		Secrets: []area.Secret{{Label: "provas de pedidos sobre dados", Rotate: RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "privacy_requests", Label: "Pedidos sobre dados", Of: personal.ByUser,
			Data: []personal.Data{
				{Columns: "text answer asked_text requester", Label: "Pedidos sobre os próprios dados e respostas", Use: personal.Evidence, End: personal.Blank},
				{Columns: "created_by", Use: personal.Evidence, End: personal.Only("case when channel = 'own' then @name else created_by end")},
			},
			Plain: "kind channel state identity identity_by closed_by legal_reason",
		},
		{
			Name: "privacy_request_events", Label: "O que foi feito em pedidos sobre dados", Of: ofRequests,
			Data: []personal.Data{
				{Columns: "text", Label: "O que foi feito em um pedido sobre dados", Use: personal.Evidence, End: personal.Blank},
				{Columns: "actor_name", Use: personal.Evidence, End: personal.Only("case when is_own then @name else actor_name end"), Withheld: true},
			},
			Plain: "action",
		},
		{
			Name: "privacy_request_files", Label: "Provas de pedidos sobre dados", Of: ofRequests, Removed: true,
			Data: []personal.Data{
				{Columns: "file_name content_encrypted", Label: "Cartas e documentos de pedidos sobre dados, cifrados", Use: personal.Evidence,
					End: personal.WithRow},
			},
			Plain: "content_type encryption_key_id added_by",
		},
		personal.Plain("privacy_texts", "kind use body author_name"),
	}
}

// requestsTerm declares how long the texts of answered requests are kept; that they were answered in time stays.
func requestsTerm() personal.Term {
	return personal.Term{
		Name: "privacy_requests", Label: "Pedidos sobre dados", One: "pedido sobre dados", Many: "pedidos sobre dados",
		Table: "privacy_requests", When: "state <> 'open'", Since: "date_closed", Event: "respondidos há mais de", Person: "privacy_requests.user_id",
		Who: "(select coalesce(u.associate_name, u.name, '') from users u where u.id = privacy_requests.user_id)", Href: "/admin/privacidade/pedidos/%d",
		End: "Texto apagado", Reason: "provar que houve resposta",
		Period: personal.Period{Count: 5, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 2, Unit: personal.Years}, {Count: 5, Unit: personal.Years}, {Count: 10, Unit: personal.Years},
		},
		Least: personal.DefendLaw.Least(),
	}
}

// ofRequests is the condition of what belongs to the requests of a person.
const ofRequests = "request_id in (select id from privacy_requests where user_id in @ids)"
