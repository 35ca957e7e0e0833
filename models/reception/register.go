package reception

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RegisterInput registers the person of an item as an associate.
type RegisterInput struct {
	ID        int64
	Associate associates.RegisterInput
}

// Register creates an associate and links the item to it, both or nothing. It returns the errors of associates.Register,
// 404 NOT_FOUND for an item that the caller may not see, and 409 CONFLICT for one that is linked already.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input RegisterInput) (associate associates.Associate, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		item, err := FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		if item.AssociateCode != nil {
			return errs.Conflict(errs.CodeConflict, "Este contato já está vinculado a "+item.DisplayName()+".")
		}
		if associate, err = associates.Register(ctx, tx, by, input.Associate); err != nil {
			return err
		}
		_, err = Link(ctx, tx, by, LinkInput{ID: item.ID, AssociateCode: associate.UserCode})
		return err
	})
	return associate, err
}
