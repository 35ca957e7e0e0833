// Package retention removes what is kept no longer: each area declares its kinds of rows (personal.Term), administrators choose the
// periods within the law, and a nightly pass counts what leaves when and, once it is on for thirty days and was announced, erases it
// with the code of package erasure. It does not own the log records that package platform/retention removes.
package retention

import (
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/erasure"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Keeper runs the passes of a process.
type Keeper struct {
	DB    *db.DB
	Mail  mail.Outbox
	Desk  erasure.Desk
	Terms []personal.Term
	Now   func() time.Time
}

// NewKeeper returns the keeper of a process for the terms that the areas declare.
func NewKeeper(e area.Env, desk erasure.Desk, terms []personal.Term) Keeper {
	return Keeper{DB: e.DB, Mail: e.Mail, Desk: desk, Terms: terms, Now: e.Now}
}

// Area declares what retention brings to the program.
func Area(e area.Env, desk erasure.Desk, terms []personal.Term) area.Area {
	return area.Area{
		Tables: []string{"retention_state", "retention_changes", "retention_counts", "retention_passes", "retention_holds",
			"retention_warnings"},
		Personal: personalData(),
		Jobs: []jobs.Job{jobs.Of(NewKeeper(e, desk, terms).work, jobs.About{Label: "O que sai por prazo", Every: time.Hour,
			Options: passOptions(), Timeout: passTimeout, Cancellable: true})},
		Mails: []mail.Declared{Announced.Declared(), Leaving.Declared()},
	}
}

// pass is the job of the nightly pass; Now runs one at once.
type pass struct {
	Now bool `json:"now"`
}

// Kind returns the name of the job in the queue.
func (pass) Kind() string { return "retention_pass" }

func passOptions() *river.InsertOpts { return &river.InsertOpts{Queue: jobs.SlowQueue} }

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("retention_state", "on_by_name paused_by_name pause_reason"),
		personal.Plain("retention_changes", "kind unit changed_by_name"),
		personal.Plain("retention_counts", "kind"),
		personal.Plain("retention_passes", "kind counts"),
		{
			Name: "retention_holds", Label: "Dados que não saem por enquanto", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{Columns: "reason", Label: "Por que os dados de alguém não saem", Use: personal.Evidence, End: personal.WithRow},
			},
			Plain: "created_by_name released_by_name",
		},
		personal.Plain("retention_warnings", ""),
	}
}
