package reception

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ChangeInput changes the sent fields of an item. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Change changes an item. It returns the errors of Enqueue, 404 NOT_FOUND for an unknown item, and 409 CONFLICT for a
// stale version. A status that is done completes the item, another status opens it again.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Item, error) {
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ Item, item *Item) error {
		item.DateUpdated = by.Now
		return input.apply(item, statuses, by.Now)
	})
}

// CompleteInput is an item and the reason of its completion.
type CompleteInput struct {
	ID     int64            `json:"-" form:"-"`
	Reason CompletionReason `json:"completion_reason" form:"completion_reason"`
}

// Complete completes an open item; a completed one stays as it is. It returns 400 VALIDATION_ERROR for an unknown
// reason, and 404 NOT_FOUND for an unknown item.
func Complete(ctx context.Context, tx *db.DB, by auth.Caller, input CompleteInput) (Item, error) {
	if !slices.Contains(input.Reason.Values(), string(input.Reason)) {
		return Item{}, errs.Invalid("completion_reason", "escolha como o atendimento terminou")
	}
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Item, item *Item) error {
		if item.CompletedAt == nil {
			item.CompletedAt, item.CompletionReason, item.DateUpdated = &by.Now, &input.Reason, by.Now
		}
		return nil
	})
}

// Remove removes an item from the queue. An unknown item is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Item](ctx, tx, id)
}
