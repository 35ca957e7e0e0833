package tags

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// Removal is the kind of undo of the removal of a tag.
const Removal undo.Kind = "tags.remove"

// Removed is a removed tag with the ids of its rows, by collection.
type Removed struct {
	Tag  Tag
	Rows map[string][]int64
}

// RemoveInput is the removal of a tag. FromRows also removes its name from the rows.
type RemoveInput struct {
	ID       int64 `json:"-" form:"-"`
	FromRows bool  `json:"rows" form:"rows"`
}

// Remove removes a tag from the options of forms; tagged rows keep it.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Tag](ctx, tx, id)
}

// RemoveWithUndo removes a tag, on request from its rows too, and returns the id of the undo; 0 if the tag had more
// than MaxUndone rows. An unknown tag is 404 NOT_FOUND.
func RemoveWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveInput) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		removed, err := RemoveWithProgress(ctx, tx, by, input, unreported)
		if err != nil || countRows(removed.Rows) > MaxUndone {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Removal, removed)
		return err
	})
	return undoID, err
}

// RemoveWithProgress removes a tag, on request from its rows too. It returns the errors of RemoveWithUndo and of progress.
func RemoveWithProgress(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveInput, progress Progress) (removed Removed, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if removed.Tag, err = db.Lock[Tag](tx, input.ID); err != nil {
			return err
		}
		if input.FromRows {
			if removed.Rows, err = removal(removed.Tag, progress).apply(tx, by); err != nil {
				return err
			}
		}
		return tx.Delete(&removed.Tag).Error
	})
	return removed, err
}

// Restore adds a removed tag again, and also to its former rows unless they have too many tags. A tag of the same name
// is 409 CONFLICT.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, removed Removed) error {
	tx = tx.WithContext(ctx)
	removed.Tag.DateUpdated = by.Now
	if err := tx.Create(&removed.Tag).Error; err != nil {
		return err
	}
	for _, collection := range removed.Tag.Collections() {
		if err := addToRows(tx, by, collection, removed.Tag.Name, removed.Rows[collection]); err != nil {
			return err
		}
	}
	return nil
}

// addToRows adds a tag to rows of a collection, unless they have it or too many tags.
func addToRows(tx *db.DB, by auth.Caller, collection, name string, ids []int64) error {
	column := columnOf(collection)
	// The name of the table is one of Tagged, never input.
	return tx.Exec(`update `+collection+` set `+column+` = `+column+` || jsonb_build_array(?::text), date_updated = ?
		where id in (select id from `+collection+` where id in ? and not `+column+` @> jsonb_build_array(?::text) and jsonb_array_length(`+column+`) < ?
			order by id for no key update)`, name, by.Now, ids, name, MaxTags).Error
}
