package backups

import (
	"context"
	"errors"
	"fmt"

	"acolhe/models/backups/restore"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
)

// KeepTombstones stores the list of erased persons at every place, beside the copies: no copy of before has it.
func (o Office) KeepTombstones(ctx context.Context) error {
	rows, err := o.places(ctx)
	if err != nil || len(rows) == 0 {
		return err
	}
	_, recipients, err := o.recipients(ctx)
	if err != nil {
		return err
	}
	var failures []error
	for _, row := range rows {
		place, err := o.open(ctx, row)
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", row.Name, err))
			continue
		}
		writer := backup.Writer{Places: []backup.Place{place}, Recipients: recipients, Spool: o.spool()}
		failures = append(failures, o.writeTombstones(ctx, writer), place.Close())
	}
	return errors.Join(failures...)
}

func (o Office) writeTombstones(ctx context.Context, writer backup.Writer) error {
	stones, err := tombstonesOf(ctx, o.DB)
	if err != nil || len(stones) == 0 {
		return err
	}
	return writer.WriteErased(ctx, stones)
}

func tombstonesOf(ctx context.Context, tx *db.DB) (stones []restore.Tombstone, err error) {
	err = tx.WithContext(ctx).Order("user_id").Find(&stones).Error
	return stones, err
}
