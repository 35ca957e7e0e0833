package reception

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CompleteInput is an item and the reason of its completion.
type CompleteInput struct {
	ID     int64            `json:"-" form:"-"`
	Reason CompletionReason `json:"completion_reason" form:"completion_reason"`
}

// Complete completes an open item, with the first status that is done; a completed one stays as it is. It returns 400
// VALIDATION_ERROR for an unknown reason, and 404 NOT_FOUND for an unknown item.
func Complete(ctx context.Context, tx *db.DB, by auth.Caller, input CompleteInput) (Item, error) {
	if !slices.Contains(input.Reason.Values(), string(input.Reason)) {
		return Item{}, errs.Invalid("completion_reason", "escolha como o atendimento terminou")
	}
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return change(ctx, tx, by, target{id: input.ID}, func(_ *db.DB, item *Item) error {
		if item.CompletedAt != nil {
			return nil
		}
		item.CompletedAt, item.CompletionReason = &by.Now, &input.Reason
		if status, known := find(statuses, item.Status); !known || !status.IsDone {
			item.Status = done(statuses)
		}
		return nil
	})
}

// CompleteOpen completes the open item of an e-mail, the oldest of several. Without an open item it does nothing.
func CompleteOpen(ctx context.Context, tx *db.DB, by auth.Caller, email string, reason CompletionReason) error {
	var oldest int64
	err := tx.WithContext(ctx).Model(&Item{}).Select("id").Where("email = ? and completed_at is null", email).
		Order("date_created, id").Limit(1).Scan(&oldest).Error
	if err != nil || oldest == 0 {
		return err
	}
	_, err = Complete(ctx, tx, by, CompleteInput{ID: oldest, Reason: reason})
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil // removed meanwhile
	}
	return err
}
