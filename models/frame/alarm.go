package frame

import (
	"context"
	"time"

	"acolhe/models/backups"
	"acolhe/models/incidents"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/privacy"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Alarm is what every page of the administration shows until it is mended.
type Alarm string

// The alarms, the worst first.
const (
	// NoCopy is raised if there is no whole copy of the last 26 hours.
	NoCopy Alarm = "no_copy"
	// LogBroken is raised if the last check found the log of reads changed.
	LogBroken Alarm = "log_broken"
	// NoDrill is raised if no rehearsal of the last 8 days passed.
	NoDrill Alarm = "no_drill"
)

// Alarms are the raised ones, the worst first, with the times of the last copy and the last rehearsal that passed.
type Alarms struct {
	backup.Ages
	Raised []Alarm
}

// Administration is what every page of the administration shows around its content.
type Administration struct {
	Alarms
	// Requests and Incidents are the open ones of the privacy desk.
	Requests, Incidents int
}

// ReadAdministration reads it for an administrator in one statement, because every page of the administration shows it; for others it
// is empty. Without a place for copies nothing is said of them.
func ReadAdministration(ctx context.Context, tx *db.DB, by auth.Caller) (found Administration, err error) {
	if !access.IsAdministrator(by) {
		return found, nil
	}
	var isBroken bool
	row := tx.WithContext(ctx).Raw("select "+backups.SelectAges+", exists (select from log_checks where jsonb_array_length(faults) > 0), (?), (?)",
		db.CountOf(privacy.SelectOpen(tx, by), Most+1), db.CountOf(incidents.SelectOpen(tx, by), Most+1))
	if err := db.ScanRow(row, &found.First, &found.Copied, &found.Rehearsed, &isBroken, &found.Requests, &found.Incidents); err != nil {
		return found, err
	}
	found.Raised = found.raised(by.Now, isBroken)
	return found, nil
}

func (a Alarms) raised(now time.Time, isBroken bool) (raised []Alarm) {
	if a.LacksCopy(now) {
		raised = append(raised, NoCopy)
	}
	if isBroken {
		raised = append(raised, LogBroken)
	}
	if a.LacksDrill(now) {
		raised = append(raised, NoDrill)
	}
	return raised
}
