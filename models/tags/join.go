package tags

import (
	"context"
	"slices"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Joining is the kind of undo of a join.
const Joining undo.Kind = "tags.join"

// JoinInput is a tag to remove and the tag of the same name that takes over its rows.
type JoinInput struct {
	ID   int64 `form:"-"`
	Into int64 `form:"into"`
}

// Joined is a join of two tags in their previous state. Rows are the ids of the rows of the first tag, and Both those
// of the rows with both tags, by collection.
type Joined struct {
	From, Into Tag
	Rows, Both map[string][]int64
}

// Join replaces the name of a tag by that of another in all rows and removes the first tag. A tag that takes over rows of
// a further collection is for every collection afterwards. It returns the other tag and the id of the undo, 0 for more than
// MaxUndone rows; 404 NOT_FOUND for an unknown tag, 400 VALIDATION_ERROR for a tag and itself, and 409 CONFLICT if a
// third tag of a further collection has the name.
func Join(ctx context.Context, tx *db.DB, by auth.Caller, input JoinInput) (into Tag, undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		joined, err := JoinWithProgress(ctx, tx, by, input, unreported)
		if into = joined.Into; err != nil {
			return err
		}
		if !into.covers(joined.From) {
			into.Collection = nil
		}
		if countRows(joined.Rows) > MaxUndone {
			return nil
		}
		undoID, err = undo.Keep(ctx, tx, by, Joining, joined)
		return err
	})
	return into, undoID, err
}

// JoinWithProgress is Join without an undo, for a tag with many rows. It also returns the errors of progress.
func JoinWithProgress(ctx context.Context, tx *db.DB, by auth.Caller, input JoinInput, progress Progress) (joined Joined, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		both, err := lockBoth(tx, input)
		if err != nil {
			return err
		}
		joined.From, joined.Into = both[input.ID], both[input.Into]
		if joined.Both, err = joined.rowsWithBoth(tx); err != nil {
			return err
		}
		if joined.Rows, err = rename(joined.From, joined.Into.Name, progress).apply(tx, by); err != nil {
			return err
		}
		if err := tx.Delete(&joined.From).Error; err != nil || joined.Into.covers(joined.From) {
			return err
		}
		into := joined.Into
		into.Collection, into.DateUpdated = nil, by.Now
		return tx.Select("collection", "date_updated").UpdateColumns(&into).Error
	})
	return joined, err
}

// rowsWithBoth returns the ids of the rows with both tags by collection. It does not lock them: rowChange locks rows in
// one order.
func (j Joined) rowsWithBoth(tx *db.DB) (map[string][]int64, error) {
	rows := map[string][]int64{}
	for _, collection := range j.From.Collections() {
		var ids []int64
		err := tx.Table(collection).Where(columnOf(collection)+" @> jsonb_build_array(?::text, ?::text)", j.From.Name, j.Into.Name).Order("id").
			Pluck("id", &ids).Error
		if err != nil {
			return nil, err
		}
		rows[collection] = ids
	}
	return rows, nil
}

// Separate undoes a join: it restores the first tag, also in its rows that still have the other tag. A tag of the same
// name is 409 CONFLICT.
func Separate(ctx context.Context, tx *db.DB, by auth.Caller, joined Joined) error {
	tx = tx.WithContext(ctx)
	into, err := db.Lock[Tag](tx, joined.Into.ID)
	if err != nil {
		return err
	}
	if !joined.Into.covers(joined.From) {
		into.Collection, into.DateUpdated = joined.Into.Collection, by.Now
		if err := tx.Select("collection", "date_updated").UpdateColumns(&into).Error; err != nil {
			return err
		}
	}
	joined.From.DateUpdated = by.Now
	if err := tx.Create(&joined.From).Error; err != nil {
		return err
	}
	for _, collection := range joined.From.Collections() {
		if err := joined.separateRows(tx, by, collection, into.Name); err != nil {
			return err
		}
	}
	return nil
}

// separateRows restores the first tag in its rows of a collection. A row with both tags keeps the other one.
func (j Joined) separateRows(tx *db.DB, by auth.Caller, collection, into string) error {
	both := j.Both[collection]
	single := slices.DeleteFunc(slices.Clone(j.Rows[collection]), func(id int64) bool { return slices.Contains(both, id) })
	column := columnOf(collection)
	// The name of the table is one of Tagged, never input.
	err := tx.Exec(`update `+collection+` set `+column+` = replace_tag(`+column+`, ?, ?), date_updated = ?
		where id in (select id from `+collection+` where id in ? and `+column+` @> jsonb_build_array(?::text) order by id for no key update)`,
		into, j.From.Name, by.Now, single, into).Error
	if err != nil {
		return err
	}
	return addToRows(tx, by, collection, j.From.Name, both)
}

// lockBoth locks two tags in the order of their ids, so that two joins cannot deadlock.
func lockBoth(tx *db.DB, input JoinInput) (map[int64]Tag, error) {
	if input.ID == input.Into {
		return nil, errs.Invalid("into", "escolha outra etiqueta")
	}
	var rows []Tag
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id in ?", []int64{input.ID, input.Into}).Order("id").Find(&rows).Error
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, errs.NotFound("Etiqueta não encontrada.")
	}
	return map[int64]Tag{rows[0].ID: rows[0], rows[1].ID: rows[1]}, nil
}
