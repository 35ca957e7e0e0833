package reception

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// CorrectInput holds the sent contact data of an item. Version is the version of the opened form.
type CorrectInput struct {
	errs.BindErrors

	ID      int64               `form:"-"`
	Version string              `form:"version"`
	Name    patch.Field[string] `form:"name"`
	Email   patch.Field[string] `form:"email"`
	Phone   patch.Field[string] `form:"phone"`
}

// Correct changes the name, e-mail and telephone of an item. A linked item shows the name of its associate all the same;
// for any other the name replaces one that was typed as the associate's. It returns the errors of Change.
func Correct(ctx context.Context, tx *db.DB, by auth.Caller, input CorrectInput) (Item, error) {
	fields := Fields{BindErrors: input.BindErrors, Name: input.Name, Email: input.Email, Phone: input.Phone}
	return change(ctx, tx, by, target{id: input.ID, version: input.Version}, func(_ *db.DB, item *Item) error {
		if item.AssociateCode == nil && input.Name.Sent {
			item.AssociateName = nil
		}
		return fields.apply(item, nil, by.Now)
	})
}
