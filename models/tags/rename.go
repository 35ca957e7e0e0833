package tags

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// JoinInput is a tag to remove and the tag of the same name that takes over its rows.
type JoinInput struct {
	ID   int64 `form:"-"`
	Into int64 `form:"into"`
}

// Join replaces the name of a tag by that of another in all rows and removes the first tag. A tag that takes over rows of a further
// collection is for every collection afterwards. It returns the other tag, 404 NOT_FOUND for an unknown one, 400
// VALIDATION_ERROR for a tag and itself, and 409 CONFLICT if a third tag of a further collection has the name.
func Join(ctx context.Context, tx *db.DB, by auth.Caller, input JoinInput) (Tag, error) {
	var into Tag
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		both, err := lockBoth(tx, input)
		if err != nil {
			return err
		}
		from := both[input.ID]
		into = both[input.Into]
		if err := renameInRows(tx, by, from, into.Name); err != nil {
			return err
		}
		if err := tx.Delete(&from).Error; err != nil || into.covers(from) {
			return err
		}
		into.Collection, into.DateUpdated = nil, by.Now
		return tx.Select("collection", "date_updated").UpdateColumns(&into).Error
	})
	return into, err
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

// Namesake returns another tag with the name of this one, ignoring case and accents, in one of its collections; ok is
// false if there is none. The tag may be an unsaved one of a form.
func Namesake(ctx context.Context, tx *db.DB, tag Tag) (other Tag, ok bool, err error) {
	var found []Tag
	err = tx.WithContext(ctx).Where("id <> ? and tag_key(name) = tag_key(?) and tag_reach(collection) && tag_reach(?)", tag.ID, tag.Name, tag.Collection).
		Order("id").Limit(1).Find(&found).Error
	if len(found) == 0 {
		return Tag{}, false, err
	}
	return found[0], true, err
}

// covers reports whether the tag is offered in all collections of the other.
func (t Tag) covers(other Tag) bool {
	return t.Collection == nil || other.Collection != nil && *t.Collection == *other.Collection
}

// taggedCollections returns the collections whose rows can have the tag.
func (t Tag) taggedCollections() []string {
	var collections []string
	for _, collection := range Tagged() {
		if t.Collection == nil || *t.Collection == collection {
			collections = append(collections, collection)
		}
	}
	return collections
}

// renameInRows replaces the name of a tag in all its rows. It locks the rows in one order, so that two renames cannot
// deadlock.
func renameInRows(tx *db.DB, by auth.Caller, tag Tag, name string) error {
	for _, collection := range tag.taggedCollections() {
		// The name of the table is one of Tagged, never input.
		err := tx.Exec(`update `+collection+` set tags = replace_tag(tags, ?, ?), date_updated = ?
			where id in (select id from `+collection+` where tags @> jsonb_build_array(?::text) order by id for no key update)`,
			tag.Name, name, by.Now, tag.Name).Error
		if err != nil {
			return err
		}
	}
	return nil
}
