// Package lifeevents records what changes who decides over a person's data: a patient who comes of age, whose requests are the person's
// own from then on, and the death of a person, to whom no letter goes any more. It owns no request and no erasure.
package lifeevents

import (
	"context"
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Area declares what these events bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"adult_patients", "deaths"},
		Personal: personalData(),
		Terms:    []personal.Term{deceasedTerm()},
		Mails:    []mail.Declared{CameOfAge.Declared()},
		Jobs: []jobs.Job{
			jobs.Func[find](func(ctx context.Context) error {
				_, err := Finder{DB: e.DB, Mail: e.Mail, Now: e.Now}.Find(ctx)
				return err
			}, jobs.About{Label: "Pacientes que fazem 18 anos", Every: time.Hour, Cancellable: true}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "adult_patients", Label: "Pacientes que fizeram 18 anos", Of: personal.ByUser, Removed: true,
			Data:  []personal.Data{{Columns: "document", Label: "Como quem fez 18 anos decidiu", Use: personal.Evidence, End: personal.WithRow}},
			Plain: "basis decided_by_name letter",
		},
		{
			Name: "deaths", Label: "Falecimentos", Of: personal.ByUser, Removed: true,
			Data:  []personal.Data{{Columns: "document", Label: "Certidão de óbito", Use: personal.Evidence, End: personal.WithRow}},
			Plain: "recorded_by_name",
		},
	}
}

// deceasedTerm declares how long data of a person are kept after the death: rights of the family expire.
func deceasedTerm() personal.Term {
	return personal.Term{
		Name: "deceased", Label: "Pessoas falecidas", One: "pessoa falecida", Many: "pessoas falecidas",
		Table: "users", When: "status <> 'patient' and exists (select from deaths d where d.user_id = users.id)",
		Since: "(select d.died_on::timestamptz from deaths d where d.user_id = users.id)", Event: "falecidas há mais de",
		Person: "users.id", Set: personal.WholePerson,
		Who:  "coalesce(nullif(btrim(coalesce(associate_name, '')), ''), nullif(btrim(coalesce(name, '') || ' ' || coalesce(last_name, '')), ''), 'Sem nome')",
		Href: "/painel/associados/%d", End: "Apagado", Reason: "direitos da família",
		Period: personal.Period{Count: 10, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 5, Unit: personal.Years}, {Count: 10, Unit: personal.Years}, {Count: 20, Unit: personal.Years},
		},
		Least: personal.DefendLaw.Least(),
	}
}

// require returns 403 FORBIDDEN unless the caller is an administrator.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe registra isto.")
}

// maxDocument is the maximum length of a document in characters.
const maxDocument = 500
