package associates

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/patch"
	"acolhe/models/person"
)

// maxTogether is how many associates one change may reach.
const maxTogether = 500

// TagInput is a tag and the row ids of the associates to put it on or take it from.
type TagInput struct {
	IDs []int64 `json:"ids" form:"ids"`
	Tag string  `json:"tag" form:"tag"`
}

// AddTag puts a tag on associates, all of them or none, and gives their number. It answers 400
// VALIDATION_ERROR without a tag, without associates or with more than 500, and 404 NOT_FOUND when
// one of the ids is not an associate.
func AddTag(ctx context.Context, tx *db.DB, by person.Person, input TagInput, now time.Time) (int, error) {
	return input.apply(ctx, tx, by, now, func(tags []string, tag string) []string {
		if slices.Contains(tags, tag) {
			return tags
		}
		return append(tags, tag)
	})
}

// RemoveTag takes a tag from associates, all of them or none. It answers as AddTag does.
func RemoveTag(ctx context.Context, tx *db.DB, by person.Person, input TagInput, now time.Time) (int, error) {
	return input.apply(ctx, tx, by, now, func(tags []string, tag string) []string {
		return slices.DeleteFunc(tags, func(worn string) bool { return worn == tag })
	})
}

func (in TagInput) apply(ctx context.Context, tx *db.DB, by person.Person, now time.Time, change func(tags []string, tag string) []string) (int, error) {
	tag := strings.TrimSpace(in.Tag)
	// Rows are locked in one order, so that two changes never wait for each other.
	ids := slices.Compact(slices.Sorted(slices.Values(in.IDs)))
	if err := checkTagging(tag, ids); err != nil {
		return 0, err
	}
	return len(ids), tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			row, err := lockAssociate(tx, id)
			if err != nil {
				return err
			}
			tags := change(slices.Clone(row.Tags), tag)
			if _, err := Change(ctx, tx, by, ChangeInput{ID: id, Profile: Profile{Tags: patch.Of(tags)}}, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkTagging(tag string, ids []int64) error {
	var p errs.Problems
	p.Require(tag != "", "tag", "escolha uma etiqueta")
	p.Require(len(ids) > 0, "ids", "selecione alguém na lista")
	p.Require(len(ids) <= maxTogether, "ids", "selecione no máximo 500 de cada vez")
	return p.Err()
}
