package tags

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// maxUndone is the maximum number of rows for which the removal of a tag can be undone.
const maxUndone = 500

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
// than 500 rows. An unknown tag is 404 NOT_FOUND.
func RemoveWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveInput) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		tag, err := db.Lock[Tag](tx, input.ID)
		if err != nil {
			return err
		}
		removed := Removed{Tag: tag, Rows: map[string][]int64{}}
		if input.FromRows {
			if err := removed.takeFromRows(tx, by); err != nil {
				return err
			}
		}
		if err := tx.Delete(&tag).Error; err != nil || removed.count() > maxUndone {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Removal, removed)
		return err
	})
	return undoID, err
}

// Restore adds a removed tag again, and also to its former rows unless they have too many tags. A tag of the same name
// is 409 CONFLICT.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, removed Removed) error {
	tx = tx.WithContext(ctx)
	removed.Tag.DateUpdated = by.Now
	if err := tx.Create(&removed.Tag).Error; err != nil {
		return err
	}
	for _, collection := range removed.Tag.taggedCollections() {
		// The name of the table is one of Tagged, never input.
		err := tx.Exec(`update `+collection+` set tags = tags || jsonb_build_array(?::text), date_updated = ?
			where id in (select id from `+collection+` where id in ? and not tags @> jsonb_build_array(?::text) and jsonb_array_length(tags) < ?
				order by id for no key update)`,
			removed.Tag.Name, by.Now, removed.Rows[collection], removed.Tag.Name, MaxTags).Error
		if err != nil {
			return err
		}
	}
	return nil
}

func (r Removed) takeFromRows(tx *db.DB, by auth.Caller) error {
	for _, collection := range r.Tag.taggedCollections() {
		var ids []int64
		err := tx.Raw(`update `+collection+` set tags = tags - ?::text, date_updated = ?
			where id in (select id from `+collection+` where tags @> jsonb_build_array(?::text) order by id for no key update) returning id`,
			r.Tag.Name, by.Now, r.Tag.Name).Scan(&ids).Error
		if err != nil {
			return err
		}
		r.Rows[collection] = ids
	}
	return nil
}

func (r Removed) count() int {
	total := 0
	for _, ids := range r.Rows {
		total += len(ids)
	}
	return total
}
