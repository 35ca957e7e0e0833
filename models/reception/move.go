package reception

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// StatusMove moves the open items of a removed status to another one.
type StatusMove struct{ From, To string }

// MoveOpen moves the open items of removed statuses, in the transaction that removes them from the configuration. It
// returns 400 VALIDATION_ERROR for a status that is still configured, and for a target that is not configured or done.
func MoveOpen(ctx context.Context, tx *db.DB, by auth.Caller, moves []StatusMove) error {
	if len(moves) == 0 {
		return nil
	}
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return err
	}
	for _, move := range moves {
		target, known := find(statuses, move.To)
		if _, stays := find(statuses, move.From); stays || !known || target.IsDone {
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
