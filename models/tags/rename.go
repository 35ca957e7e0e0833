package tags

import (
	"context"

	"acolhe/models/platform/db"
)

// Namesake returns another tag with the name of this one, ignoring case and accents, in one of its collections; ok is
// false if there is none. The tag may be an unsaved one of a form.
func Namesake(ctx context.Context, tx *db.DB, tag Tag) (other Tag, ok bool, err error) {
	var found []Tag
	err = tx.WithContext(ctx).Where("id <> ? and tag_key(name) = tag_key(?) and tag_reach(collection) && tag_reach(?)", tag.ID, tag.Name,
		tag.Collection).
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

// Collections returns the collections whose rows can have the tag.
func (t Tag) Collections() []string {
	var collections []string
	for _, collection := range Tagged() {
		if t.Collection == nil || *t.Collection == collection {
			collections = append(collections, collection)
		}
	}
	return collections
}
