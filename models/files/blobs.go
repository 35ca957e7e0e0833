package files

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/storage"
)

// removeBlob is the job that removes the bytes of a file whose row was removed or refers to other bytes.
type removeBlob struct {
	Driver storage.Driver `json:"driver"`
	Key    string         `json:"key"`
}

// Kind returns the name of the job in the queue.
func (removeBlob) Kind() string { return "remove_blob" }

// RemoveBlob removes bytes after the transaction and a while, if no row refers to them then.
func RemoveBlob(ctx context.Context, tx *db.DB, driver storage.Driver, key string, after time.Time) error {
	return jobs.Enqueue(ctx, tx, removeBlob{driver, key}, &river.InsertOpts{ScheduledAt: after})
}

// workRemoveBlob works a removeBlob. Bytes that a row refers to are kept.
func (l Library) workRemoveBlob(ctx context.Context, job *river.Job[removeBlob]) error {
	isUsed, err := l.refersTo(ctx, job.Args.Driver, []string{job.Args.Key})
	if err != nil || isUsed[job.Args.Key] {
		return err
	}
	store, err := l.Drivers.Of(ctx, l.DB, job.Args.Driver)
	if err != nil {
		return err
	}
	return store.Remove(ctx, job.Args.Key)
}

// refersTo returns the keys that rows refer to.
func (l Library) refersTo(ctx context.Context, driver storage.Driver, keys []string) (map[string]bool, error) {
	var used []string
	err := l.DB.WithContext(ctx).Table("files").Where("driver = ? and storage_key in ?", driver, keys).Pluck("storage_key", &used).Error
	isUsed := make(map[string]bool, len(used))
	for _, key := range used {
		isUsed[key] = true
	}
	return isUsed, err
}
