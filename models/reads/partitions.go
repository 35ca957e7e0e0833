package reads

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
)

// monthFormat is the end of a partition's name.
const monthFormat = "200601"

// preparePartitions creates the partitions of the months of a batch.
func (l *Log) preparePartitions(ctx context.Context, tx pgx.Tx, batch []row) error {
	for _, r := range batch {
		month := firstOfMonth(r.read.At)
		name := "reads_" + month.Format(monthFormat)
		if l.prepared[name] {
			continue
		}
		_, err := tx.Exec(ctx, fmt.Sprintf("create table if not exists %s partition of reads for values from ('%s') to ('%s')",
			name, month.Format(time.RFC3339), month.AddDate(0, 1, 0).Format(time.RFC3339)))
		if err != nil {
			return err
		}
		l.prepared[name] = true
	}
	return nil
}

func firstOfMonth(at time.Time) time.Time {
	year, month, _ := at.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// Drop removes the partitions whose reads are all older than the years of Years, and notes from when rows of the chain are kept.
func Drop(ctx context.Context, connection *db.Connection, now time.Time) error {
	stored, err := settings.Read(ctx, connection.DB, Years, settings.RecordsYears)
	if err != nil {
		return err
	}
	readsSince := firstOfMonth(now.AddDate(-settings.Of(stored, Years), 0, 0))
	eventsSince := now.AddDate(-settings.Of(stored, settings.RecordsYears), 0, 0)
	_, err = connection.Pool.Exec(ctx, "update log_checks set reads_since = greatest(reads_since, $1), events_since = greatest(events_since, $2)", readsSince, eventsSince)
	if err != nil {
		return db.Translate(err)
	}
	names, err := partitionsBefore(ctx, connection.Pool, readsSince)
	for _, name := range names {
		_, dropping := connection.Pool.Exec(ctx, "drop table if exists "+pgx.Identifier{name}.Sanitize())
		err = errors.Join(err, db.Translate(dropping))
	}
	return err
}

// partitionsBefore returns the partitions of months before a time.
func partitionsBefore(ctx context.Context, pool *db.Pool, before time.Time) ([]string, error) {
	rows, err := pool.Query(ctx, `select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = 'reads'::regclass and c.relname < $1 order by 1`, "reads_"+before.Format(monthFormat))
	if err != nil {
		return nil, db.Translate(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return names, db.Translate(err)
}
