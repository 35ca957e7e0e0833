// Package incidents leads through an incident with personal data (LGPD, article 48, and resolution 15/2024 of the ANPD): what was
// stopped, what happened, who is affected by the log of reads or by hand, the letters to them, and the report for the authority, within
// three business days. Each step leaves a line of evidence. It does not own the log of reads.
package incidents

import (
	"time"

	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Desk leads through incidents in a process.
type Desk struct {
	DB   *db.DB
	Mail mail.Outbox
	// Health are the columns of users about health.
	Health []string
	Now    func() time.Time
}

// NewDesk returns the desk of a process. Register is what all areas declare.
func NewDesk(e area.Env, register []personal.Table) Desk {
	return Desk{DB: e.DB, Mail: e.Mail, Health: personal.HealthColumns(register, "users"), Now: e.Now}
}

// Area declares what incidents bring to the program.
func Area(e area.Env, register []personal.Table) area.Area {
	return area.Area{
		Tables:   []string{"incidents", "incident_people", "incident_events"},
		Personal: personalData(),
		Jobs:     []jobs.Job{jobs.Of(NewDesk(e, register).work, jobs.About{Label: "Cartas de um incidente", Timeout: time.Hour})},
		Mails:    []mail.Declared{Notice.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "incidents", Label: "Incidentes",
			Data: []personal.Data{
				{Columns: "title stopped happened letter authority lessons dismissed_reason noticed_how", Label: "Incidentes com dados pessoais",
					Use: personal.Evidence, End: personal.Mention},
			},
			Plain: "state search created_by_name",
		},
		{
			Name: "incident_people", Label: "Atingidos por um incidente",
			Data:  []personal.Data{{Columns: "seen", Use: personal.Evidence, End: personal.Mention}},
			Plain: "letter posted_by_name",
		},
		{
			Name: "incident_events", Label: "O que foi feito em um incidente",
			Data:  []personal.Data{{Columns: "text", Use: personal.Evidence, End: personal.Mention}},
			Plain: "action actor_name",
		},
	}
}
