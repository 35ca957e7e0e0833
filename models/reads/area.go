package reads

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/security"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
)

// Years is how long reads are kept.
var Years = settings.Key[int]{System: "access", Name: "reads_years", Type: settings.Number, Default: 2, Check: checkBetween(1, 20),
	Required:    true,
	Description: "Anos durante os quais fica guardado quem viu os dados de cada pessoa."}

// checkBetween accepts the numbers of a range.
func checkBetween(least, most int) func(int) error {
	return func(number int) error {
		if number < least || number > most {
			return fmt.Errorf("deve ser de %d a %d", least, most)
		}
		return nil
	}
}

// Area declares what the log of reads brings to the program.
func Area(e area.Env) area.Area {
	connection := &db.Connection{DB: e.DB, Pool: e.Pool}
	return area.Area{
		Tables:   []string{"reads", "log_writers", "log_blocks", "log_checks", "protected_people", "read_reviews", "read_reasons"},
		Personal: personalData(),
		Mails:    []mail.Declared{Asked.Declared()},
		Jobs:     []jobs.Job{Checker{DB: connection, Now: e.Now}.Job()},
		Keys:     []settings.Definition{Years.Definition(), ManyRecords.Definition(), settings.AskReason.Definition()},
	}
}

// checking is the job that checks the chain.
type checking struct{}

// Kind returns the name of the job in the queue.
func (checking) Kind() string { return "check_reads" }

const (
	checkEvery   = 24 * time.Hour
	checkTimeout = time.Hour
)

// Checker removes old reads and checks the chain.
type Checker struct {
	DB  *db.Connection
	Now func() time.Time
}

// Job declares the nightly check.
func (c Checker) Job() jobs.Job {
	options := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: checkEvery}}
	return jobs.Func[checking](c.Check, jobs.About{Label: "Conferência de quem viu os dados", Every: checkEvery, Options: options,
		Timeout: checkTimeout, Cancellable: true})
}

// Check removes the reads that are kept no longer, checks the chain and keeps the result. A fault is a security event.
func (c Checker) Check(ctx context.Context) error {
	now := c.Now()
	if err := Drop(ctx, c.DB, now); err != nil {
		return err
	}
	report, err := Verify(ctx, c.DB, now, "")
	if err != nil {
		return err
	}
	if len(report.Faults) > 0 {
		by := auth.Caller{Kind: auth.System}.At(now)
		if err := security.Record(ctx, c.DB.DB, by,
			security.Event{Kind: security.LogBroken, Subject: fmtbr.Plural(len(report.Faults), "falha", "falhas"),
				Details: map[string]any{"faults": len(report.Faults)}}); err != nil {
			return err
		}
	}
	return storeCheck(ctx, c.DB, now, report)
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "reads", Label: "Quem viu", Of: "person_id in @ids or viewer_kind = 'associate' and viewer_id in @ids",
			Data: []personal.Data{
				{Columns: "ip", Label: "Quem viu os dados, sem o nome da pessoa", Use: personal.Security, End: personal.ReadsStay,
					Withheld: true},
			},
			Plain: "viewer_kind viewer_code viewer_name viewer_role subject subject_key part channel reason",
		},
		personal.Plain("log_writers", ""),
		personal.Plain("log_blocks", "reads_digest events_digest hash"),
		personal.Plain("log_checks", "faults"),
		personal.Plain("protected_people", ""),
		{
			Name: "read_reviews", Label: "Leituras fora do comum",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Security, End: personal.Mention},
			},
			Plain: "kind",
		},
		{
			Name: "read_reasons", Label: "Por que alguém abriu um cadastro", Of: "person_id in @ids", Removed: true,
			Data: []personal.Data{{Columns: "reason", Use: personal.Security, End: personal.WithRow, Withheld: true}},
		},
	}
}
