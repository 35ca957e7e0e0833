package backups

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/walarchive"
)

// ChangeLog is the state of the log of changes that is kept beside the copies, minute by minute. It is kept only with the
// program's own PostgreSQL and a place.
type ChangeLog struct{ IsKept, IsActive, IsLost bool }

// Works reports whether the log holds the last minute.
func (l ChangeLog) Works() bool { return l.IsKept && l.IsActive && !l.IsLost }

// HasStopped reports whether changes since the last copy may be lost although a log is kept.
func (l ChangeLog) HasStopped() bool { return l.IsKept && !l.Works() }

func (o Office) changeLog(ctx context.Context) (log ChangeLog, err error) {
	row := o.DB.WithContext(ctx).Raw(`select count(*) > 0, coalesce(bool_or(active), false), coalesce(bool_or(wal_status = 'lost'), false)
		from pg_replication_slots where slot_name = ? and database is null`, walarchive.Slot)
	err = db.ScanRow(row, &log.IsKept, &log.IsActive, &log.IsLost)
	return log, err
}
