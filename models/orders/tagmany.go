package orders

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// The kinds of undo that UndoAddTag and UndoRemoveTag perform, with the TagInput of the changed orders.
const (
	TagAdded   undo.Kind = "orders.tag.add"
	TagRemoved undo.Kind = "orders.tag.remove"
)

// TagInput is a tag and the orders to which it is added, or from which it is removed.
type TagInput struct {
	IDs []int64 `form:"ids"`
	Tag string  `form:"tag"`
}

// AddTag adds a tag to orders, all or none, and returns the ids of those that changed. It returns 400
// VALIDATION_ERROR without a tag and for no or more than 500 orders, and 404 NOT_FOUND for an unknown order.
func AddTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (changed []int64, err error) {
	return input.apply(ctx, tx, by, func(tags []string, tag string) []string {
		if slices.Contains(tags, tag) {
			return tags
		}
		return append(tags, tag)
	})
}

// RemoveTag removes a tag from orders, all or none. It returns what AddTag returns.
func RemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (changed []int64, err error) {
	return input.apply(ctx, tx, by, func(tags []string, tag string) []string {
		return slices.DeleteFunc(tags, func(name string) bool { return name == tag })
	})
}

// UndoAddTag removes the tag from the orders to which it was added.
func UndoAddTag(ctx context.Context, tx *db.DB, by auth.Caller, added TagInput) error {
	_, err := RemoveTag(ctx, tx, by, added)
	return err
}

// UndoRemoveTag adds the tag to the orders from which it was removed.
func UndoRemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, removed TagInput) error {
	_, err := AddTag(ctx, tx, by, removed)
	return err
}

func (in TagInput) apply(ctx context.Context, tx *db.DB, by auth.Caller, change func(tags []string, tag string) []string) (changed []int64,
	err error) {
	tag := strings.TrimSpace(in.Tag)
	var problems errs.Problems
	problems.Require(tag != "", "tag", "escolha uma etiqueta")
	ids, err := lockOrder(in.IDs, problems)
	if err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			before, err := db.Lock[Order](tx, id, ownOrders(by))
			if err != nil {
				return err
			}
			tags := change(slices.Clone(before.Tags), tag)
			if slices.Equal(tags, before.Tags) {
				continue
			}
			if _, err := Change(ctx, tx, by, ChangeInput{ID: id, Fields: Fields{Tags: patch.Of(tags)}}); err != nil {
				return err
			}
			changed = append(changed, id)
		}
		return nil
	})
	return changed, err
}
