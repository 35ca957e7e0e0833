// Package unfinished reminds people of a registration that they began and did not finish: one letter, three days after
// they last went on.
package unfinished

import (
	"context"
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
		Terms:    []personal.Term{abandonedTerm()},
		Mails:    []mail.Declared{Waiting.Declared()},
		Jobs: []jobs.Job{
			jobs.Func[remind](func(ctx context.Context) error { return Remind(ctx, e.DB, e.System(), e.Mail) },
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

// abandonedTerm declares how long a registration is kept that was begun and not finished, and from which nothing came.
func abandonedTerm() personal.Term {
	return personal.Term{
		Name: "abandoned_registrations", Label: "Cadastros abandonados", One: "cadastro abandonado", Many: "cadastros abandonados",
		Table: "users",
		When: `status = 'active' and not exists (select from tombstones t where t.user_id = users.id)
			and not exists (select from orders o where o.user_id = users.id)
			and not exists (select from services s where s.associate_user_code = users.user_code)
			and not exists (select from contracts c where c.user_code = users.user_code)`,
		Since: "date_updated", Event: "parados há", Person: "users.id", Set: personal.WholePerson,
		Who:  "coalesce(nullif(btrim(coalesce(name, '') || ' ' || coalesce(last_name, '')), ''), email_account, 'Sem nome')",
		Href: "/painel/associados/%d",
		End:  "Apagado", Reason: "nada foi contratado",
		Period: personal.Period{Count: 180, Unit: personal.Days},
		Options: []personal.Period{
			{Count: 60, Unit: personal.Days}, {Count: 90, Unit: personal.Days}, {Count: 180, Unit: personal.Days}, {Count: 1, Unit: personal.Years},
			{Count: 2, Unit: personal.Years},
		},
		NoticeDays: 15,
	}
}
