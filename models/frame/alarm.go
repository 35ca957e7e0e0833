package frame

import (
	"context"
	"time"

	"acolhe/models/backups"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
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

// ReadAlarms reads the alarms for an administrator in one statement, because every page of the administration shows them; others
// have none. Without a place for copies nothing is said of them.
func ReadAlarms(ctx context.Context, tx *db.DB, by auth.Caller) (found Alarms, err error) {
	if !access.IsAdministrator(by) {
		return found, nil
	}
	var isBroken bool
	row := tx.WithContext(ctx).Raw("select " + backups.SelectAges + ", exists (select from log_checks where jsonb_array_length(faults) > 0)")
	if err := db.ScanRow(row, &found.First, &found.Copied, &found.Rehearsed, &isBroken); err != nil {
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
