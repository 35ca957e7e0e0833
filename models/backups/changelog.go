package backups

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/walarchive"
)

// ChangeLog is the state of the log that is kept beside the copies, minute by minute, with the program's own PostgreSQL.
type ChangeLog struct{ IsKept, IsActive, IsLost bool }

// Works reports whether the log holds the last minute.
func (l ChangeLog) Works() bool { return l.IsKept && l.IsActive && !l.IsLost }

func (o Office) changeLog(ctx context.Context) (log ChangeLog, err error) {
	err = db.ScanRow(o.DB.WithContext(ctx).Raw(`select count(*) > 0, coalesce(bool_or(active), false), coalesce(bool_or(wal_status = 'lost'), false)
		from pg_replication_slots where slot_name = ? and database is null`, walarchive.Slot), &log.IsKept, &log.IsActive, &log.IsLost)
	return log, err
}
