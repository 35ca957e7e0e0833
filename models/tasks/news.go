package tasks

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// News holds the ended tasks that the caller has not yet seen.
type News struct {
	// Ended are the tasks that ended, newest first.
	Ended []Task
	// Running reports whether other tasks wait or run.
	Running bool
}

// NewsFor returns the news of the caller's last fifty tasks.
func NewsFor(ctx context.Context, tx *db.DB, by auth.Caller) (News, error) {
	var unseen []Task
	err := SelectUnseen(tx.WithContext(ctx), by).Preload("File").
		Order("date_created desc, id desc").Limit(listLimit).Find(&unseen).Error
	ended := slices.DeleteFunc(slices.Clone(unseen), func(task Task) bool { return !task.IsOver() })
	isUnderWay := func(task Task) bool { return !task.IsIdle() }
	return News{Ended: ended, Running: slices.ContainsFunc(unseen, isUnderWay)}, err
}

// SelectUnseen selects the caller's tasks that are under way or ended unseen, for use in other statements.
func SelectUnseen(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Model(&Task{}).Where("owner_id = ? and date_seen is null", by.ID)
}

// MarkSeen stores that the owner has seen the end of a task. It does nothing for other callers.
func MarkSeen(ctx context.Context, tx *db.DB, by auth.Caller, task Task) error {
	if !task.IsOver() || task.DateSeen != nil {
		return nil
	}
	return markSeen(tx.WithContext(ctx), by, task.ID)
}

func markSeen(tx *db.DB, by auth.Caller, id int64) error {
	return tx.Model(&Task{}).Where("id = ? and owner_id = ? and date_seen is null", id, by.ID).UpdateColumn("date_seen", by.Now).Error
}
