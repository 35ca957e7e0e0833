package associates

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// RemovedTag is a removed tag and its associate, to restore it.
type RemovedTag struct {
	ID  int64
	Tag string
}

// TagRemoval is the kind of undo that RestoreTag performs.
const TagRemoval undo.Kind = "associates.tag.remove"

// Untag removes a tag from one associate and returns the id of its undo, or 0 if the associate does not have the tag.
// It returns the errors of AddTag.
func Untag(ctx context.Context, tx *db.DB, by auth.Caller, input RemovedTag) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		associate, err := lockAssociate(tx, input.ID)
		if err != nil || !slices.Contains(associate.Tags, input.Tag) {
			return err
		}
		if _, err := RemoveTag(ctx, tx, by, TagInput{IDs: []int64{input.ID}, Tag: input.Tag}); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, TagRemoval, input)
		return err
	})
	return undoID, err
}

// RestoreTag adds a removed tag again.
func RestoreTag(ctx context.Context, tx *db.DB, by auth.Caller, removed RemovedTag) error {
	_, err := AddTag(ctx, tx, by, TagInput{IDs: []int64{removed.ID}, Tag: removed.Tag})
	return err
}
