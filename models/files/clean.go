package files

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Limits of the clean-up.
const (
	cleanEvery = 24 * time.Hour
	// cleanAge is the minimum age of bytes without a row to belong to no upload in progress.
	cleanAge   = 24 * time.Hour
	cleanBatch = 500
	// cleanTimeout is the time limit of one run, which reads every blob.
	cleanTimeout = 2 * time.Hour
)

// cleanBlobs is the job that makes rows and bytes agree.
type cleanBlobs struct{}

// Kind returns the name of the job in the queue.
func (cleanBlobs) Kind() string { return "clean_blobs" }

// Clean removes bytes without a row that are older than a day, including unfinished uploads, and rows without bytes and
// references. An attached file without bytes is kept and marked as missing, because it documents the loss. A bucket
// that is not configured is skipped.
func (l Library) Clean(ctx context.Context, now time.Time) error {
	failed := l.Drivers.CleanSpools(now.Add(-cleanAge))
	for _, driver := range []storage.Driver{storage.Local, storage.S3} {
		store, err := l.Drivers.Of(ctx, l.DB, driver)
		if errors.Is(err, storage.ErrNotConfigured) {
			continue
		}
		if err == nil {
			err = errors.Join(l.removeOrphans(ctx, driver, store, now.Add(-cleanAge)), l.checkRows(ctx, driver, store, now))
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// removeOrphans removes the bytes without a row that were stored before a time.
func (l Library) removeOrphans(ctx context.Context, driver storage.Driver, store storage.Store, before time.Time) error {
	var keys []string
	remove := func() error {
		isUsed, err := l.refersTo(ctx, driver, keys)
		for _, key := range keys {
			if err == nil && !isUsed[key] {
				err = store.Remove(ctx, key)
			}
		}
		keys = keys[:0]
		return err
	}
	err := store.Each(ctx, func(blob storage.Blob) error {
		if blob.Modified.Before(before) {
			keys = append(keys, blob.Key)
		}
		if len(keys) < cleanBatch {
			return nil
		}
		return remove()
	})
	if err != nil {
		return err
	}
	return remove()
}

// checkRows checks the bytes of every row.
func (l Library) checkRows(ctx context.Context, driver storage.Driver, store storage.Store, now time.Time) error {
	for reached := int64(0); ; {
		var rows []stored
		next := l.DB.WithContext(ctx).Where("driver = ? and id > ?", driver, reached).Order("id").Limit(cleanBatch)
		if err := next.Find(&rows).Error; err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			size, err := store.Size(ctx, row.StorageKey)
			isMissing := errors.Is(err, storage.ErrMissing) || err == nil && size != row.Size
			if err != nil && !isMissing {
				return err
			}
			if err := l.markMissing(ctx, row, isMissing, now); err != nil {
				return err
			}
		}
		reached = rows[len(rows)-1].ID
	}
}

// markMissing stores whether the bytes of a row are missing, unless the row moved to another driver meanwhile. A row
// without bytes and references is removed.
func (l Library) markMissing(ctx context.Context, row stored, isMissing bool, now time.Time) error {
	if isMissing == (row.DateMissing != nil) {
		return nil
	}
	if isMissing {
		err := Remove(ctx, l.DB, auth.Caller{Kind: auth.System}.At(now), row.ID)
		if !errs.HasCode(err, db.CodeLinkedRecords) {
			return ignoreNotFound(err)
		}
	}
	var missing *time.Time
	if isMissing {
		missing = &now
	}
	return l.DB.WithContext(ctx).Table("files").Where("id = ? and driver = ?", row.ID, row.Driver).UpdateColumn("date_missing", missing).Error
}

func ignoreNotFound(err error) error {
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	return err
}
