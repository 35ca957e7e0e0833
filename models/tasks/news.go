package tasks

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// News is what somebody does not know yet of their tasks.
type News struct {
	// Ended are those that ended, newest first.
	Ended []Task
	// GoingOn tells that others will.
	GoingOn bool
}

// NewsFor returns the news of one's own tasks, of the last fifty.
func NewsFor(ctx context.Context, tx *db.DB, by auth.Caller) (News, error) {
	var unseen []Task
	err := tx.WithContext(ctx).Preload("File").Where("owner_id = ? and date_seen is null", by.ID).
		Order("date_created desc, id desc").Limit(listed).Find(&unseen).Error
	ended := slices.DeleteFunc(slices.Clone(unseen), func(task Task) bool { return !task.IsOver() })
	return News{Ended: ended, GoingOn: len(ended) < len(unseen)}, err
}

// MarkSeen notes that the owner looks at a task that has ended; anybody else's look changes nothing.
func MarkSeen(ctx context.Context, tx *db.DB, by auth.Caller, task Task) error {
	if !task.IsOver() || task.DateSeen != nil {
		return nil
	}
	return see(tx.WithContext(ctx), by, task.ID)
}

func see(tx *db.DB, by auth.Caller, id int64) error {
	return tx.Model(&Task{}).Where("id = ? and owner_id = ? and date_seen is null", id, by.ID).UpdateColumn("date_seen", by.Now).Error
}
