package reception

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CompleteInput is an item and the reason of its completion.
type CompleteInput struct {
	ID     int64                   `json:"-" form:"-"`
	Reason triage.CompletionReason `json:"completion_reason" form:"completion_reason"`
}

// Required names the members that must be sent.
func (CompleteInput) Required() []string { return []string{"completion_reason"} }

// Complete completes an open item, with the first status that is done; a completed one stays as it is. It returns 400
// VALIDATION_ERROR for an unknown reason, and 404 NOT_FOUND for an unknown item.
func Complete(ctx context.Context, tx *db.DB, by auth.Caller, input CompleteInput) (Item, error) {
	isKnown, err := triage.IsReason(ctx, tx, input.Reason)
	if err != nil {
		return Item{}, err
	}
	if !isKnown {
		return Item{}, errs.Invalid("completion_reason", "escolha como o atendimento terminou")
	}
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return change(ctx, tx, by, target{id: input.ID}, func(_ *db.DB, item *Item) error {
		if item.CompletedAt != nil {
			return nil
		}
		item.CompletedAt, item.CompletionReason = &by.Now, &input.Reason
		if status, known := triage.Find(statuses, item.Status); !known || !status.IsDone {
			item.Status = triage.Done(statuses)
		}
		return nil
	})
}

// StatusMove moves the open items of a removed status to another one.
type StatusMove struct{ From, To string }

// MoveOpen moves the open items of removed statuses, in the transaction that removes them from the configuration. It
// returns 400 VALIDATION_ERROR for a status that is still configured, and for a target that is not configured or done.
func MoveOpen(ctx context.Context, tx *db.DB, by auth.Caller, moves []StatusMove) error {
	if len(moves) == 0 {
		return nil
	}
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return err
	}
	for _, move := range moves {
		target, known := triage.Find(statuses, move.To)
		if _, stays := triage.Find(statuses, move.From); stays || !known || target.IsDone {
			return errs.Invalid("statuses", "escolha outra situação para os itens da que foi removida")
		}
		err := tx.WithContext(ctx).Model(&Item{}).Where("status = ? and completed_at is null", move.From).
			Updates(map[string]any{"status": move.To, "date_updated": by.Now}).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// StatusInput is the body of PATCH /reception/:id/status.
type StatusInput struct {
	ID     int64  `json:"-" form:"-"`
	Status string `json:"status" form:"status"`
}

// Required names the members that must be sent.
func (StatusInput) Required() []string { return []string{"status"} }

// SetStatus moves an item to a configured status. It returns the errors of Change.
func SetStatus(ctx context.Context, tx *db.DB, by auth.Caller, input StatusInput) (Item, error) {
	return Change(ctx, tx, by, ChangeInput{ID: input.ID, Fields: Fields{Status: patch.Of(input.Status)}})
}
