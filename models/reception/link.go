package reception

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// LinkInput is the body of PATCH /reception/:id/link.
type LinkInput struct {
	ID            int64     `json:"-" form:"-"`
	AssociateCode uuid.UUID `json:"associate_code" form:"associate_code"`
}

// Required names the members that must be sent.
func (LinkInput) Required() []string { return []string{"associate_code"} }

// Link links an item to an associate or patient, whose name it then shows. It returns 400 VALIDATION_ERROR for an
// unknown code, and 404 NOT_FOUND for an unknown item.
func Link(ctx context.Context, tx *db.DB, by auth.Caller, input LinkInput) (Item, error) {
	associate, err := associates.FindByCodeFor(ctx, tx, by.AsSystem(), input.AssociateCode)
	if errs.HasCode(err, errs.CodeNotFound) {
		return Item{}, errs.Invalid("associate_code", "este associado não existe")
	}
	if err != nil {
		return Item{}, err
	}
	return change(ctx, tx, by, target{id: input.ID}, func(_ *db.DB, item *Item) error {
		item.linkTo(associate)
		return nil
	})
}

// Unlink clears the link of an item, and with it the name of the associate, unless the item has nothing else to find the
// person by. An unknown item is 404 NOT_FOUND.
func Unlink(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	return change(ctx, tx, by, target{id: id}, func(_ *db.DB, item *Item) error {
		if item.AssociateCode == nil {
			return nil
		}
		if item.Name == nil && item.Email == nil && item.Phone == nil {
			item.Name = item.AssociateName
		}
		item.AssociateCode, item.AssociateName, item.AvatarURL, item.IsAssociate = nil, nil, nil, false
		return nil
	})
}

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
