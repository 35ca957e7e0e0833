package associates

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// maxTagged is the maximum number of associates of one change.
const maxTagged = 500

// TagInput is a tag and the row ids of the associates.
type TagInput struct {
	IDs []int64 `json:"ids" form:"ids"`
	Tag string  `json:"tag" form:"tag"`
}

// Tagged is the result of a change of tags: the number of associates, and the ids of the changed ones.
type Tagged struct {
	Count   int
	Changed []int64
}

// The kinds of undo that UndoAddTag and UndoRemoveTag perform; the data is the TagInput of the changed associates.
const (
	TagAdded   undo.Kind = "associates.tag.add_many"
	TagRemoved undo.Kind = "associates.tag.remove_many"
)

// AddTag adds a tag to associates, all or none. It returns 400 VALIDATION_ERROR without a tag, without associates or
// with more than 500, and 404 NOT_FOUND for an unknown associate.
func AddTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (Tagged, error) {
	return input.apply(ctx, tx, by, func(tags []string, tag string) []string {
		if slices.Contains(tags, tag) {
			return tags
		}
		return append(tags, tag)
	})
}

// RemoveTag removes a tag from associates, all or none. It returns the errors of AddTag.
func RemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (Tagged, error) {
	return input.apply(ctx, tx, by, func(tags []string, tag string) []string {
		return slices.DeleteFunc(tags, func(name string) bool { return name == tag })
	})
}

// UndoAddTag removes the tag from the associates to whom it was added.
func UndoAddTag(ctx context.Context, tx *db.DB, by auth.Caller, added TagInput) error {
	_, err := RemoveTag(ctx, tx, by, added)
	return err
}

// UndoRemoveTag adds the tag to the associates from whom it was removed.
func UndoRemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, removed TagInput) error {
	_, err := AddTag(ctx, tx, by, removed)
	return err
}

func (in TagInput) apply(ctx context.Context, tx *db.DB, by auth.Caller, change func(tags []string, tag string) []string) (tagged Tagged,
	err error) {
	tag := strings.TrimSpace(in.Tag)
	ids := slices.Compact(slices.Sorted(slices.Values(in.IDs)))
	if err := checkTagging(tag, ids); err != nil {
		return tagged, err
	}
	tagged.Count = len(ids)
	// One query locks and reads all rows. db.Change would take a query and a savepoint for each of up to 500.
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		rows, err := lockTags(tx, ids)
		if err != nil {
			return err
		}
		for i := range rows {
			r := update{row: &rows[i], before: rows[i], by: by}
			r.tags(patch.Of(change(slices.Clone(rows[i].Tags), tag)))
			if err := r.problems.Err(); err != nil {
				return err
			}
			if slices.Equal(r.before.Tags, r.row.Tags) {
				continue
			}
			if err := r.finish(ctx, tx); err != nil {
				return err
			}
			if err := tx.Select("tags", "invalid_fields", "date_updated").UpdateColumns(&rows[i]).Error; err != nil {
				return err
			}
			tagged.Changed = append(tagged.Changed, rows[i].ID)
		}
		return nil
	})
	return tagged, err
}

// lockTags reads and locks the tags of associates in one order, so that two changes cannot deadlock. An unknown
// associate is 404 NOT_FOUND.
func lockTags(tx *db.DB, ids []int64) ([]Associate, error) {
	var rows []Associate
	err := tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Select("id", "tags", "invalid_fields").
		Where("id in ? and status <> ?", ids, Patient).Order("id").Find(&rows).Error
	if err == nil && len(rows) < len(ids) {
		err = notFound()
	}
	return rows, err
}

func checkTagging(tag string, ids []int64) error {
	var p errs.Problems
	p.Require(tag != "", "tag", "escolha uma etiqueta")
	p.Require(len(ids) > 0, "ids", "selecione alguém na lista")
	p.Require(len(ids) <= maxTagged, "ids", "selecione no máximo 500 de cada vez")
	return p.Err()
}
