package reception

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// LabelInput is an item and the name of a tag.
type LabelInput struct {
	ID  int64  `form:"-"`
	Tag string `form:"tag"`
}

// AddLabel adds a tag to an item that lacks it. It returns 400 VALIDATION_ERROR for a tag that is not allowed, and 404
// NOT_FOUND for an unknown item.
func AddLabel(ctx context.Context, tx *db.DB, by auth.Caller, input LabelInput) (Item, error) {
	input.Tag = strings.TrimSpace(input.Tag)
	return change(ctx, tx, by, target{id: input.ID}, func(_ *db.DB, item *Item) error {
		if slices.Contains(item.Labels, input.Tag) {
			return nil
		}
		item.Labels = append(slices.Clone(item.Labels), input.Tag)
		var p errs.Problems
		tags.CheckTags(&p, "tag", item.Labels)
		return p.Err()
	})
}

// RemoveLabel removes a tag from an item. It returns 404 NOT_FOUND for an unknown item.
func RemoveLabel(ctx context.Context, tx *db.DB, by auth.Caller, input LabelInput) (Item, error) {
	return change(ctx, tx, by, target{id: input.ID}, func(_ *db.DB, item *Item) error {
		item.Labels = slices.DeleteFunc(slices.Clone(item.Labels), func(label string) bool { return label == input.Tag })
		return nil
	})
}
