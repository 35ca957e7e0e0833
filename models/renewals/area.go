// Package renewals writes to associates before a prescription ends, with the link to send a new one: 60, 30 and 7 days before.
// The prescriptions are those of package prescriptions. Nothing is written until an administrator switches the letters on.
package renewals

import (
	"context"
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
)

// Area declares what these letters bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Mails: []mail.Declared{Ending.Declared()},
		Keys:  []settings.Definition{letters.Definition()},
		Jobs: []jobs.Job{
			jobs.Func[remind](func(ctx context.Context) error { return Remind(ctx, e.DB, e.System(), e.Mail) },
				jobs.About{Label: "Cartas de receitas a vencer", Every: time.Hour, Cancellable: true}),
		},
	}
}
