// Package unattached has a job remove files to which nothing refers any more. The area of files works the job; areas that
// it knows enqueue it here.
package unattached

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// delay is the time for which a file stays after its last reference was removed, longer than the undo.
const delay = 2 * undo.Window

// Removal is the job that removes a file whose last reference was removed.
type Removal struct {
	File int64 `json:"file"`
}

// Kind returns the name of the job in the queue.
func (Removal) Kind() string { return "remove_unattached" }

// Remove has the job remove a file a while later, unless something refers to it then; nil is no file.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, file *int64) error {
	if file == nil {
		return nil
	}
	return jobs.Enqueue(ctx, tx, Removal{*file}, &river.InsertOpts{ScheduledAt: by.Now.Add(delay)})
}
