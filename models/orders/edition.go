package orders

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/patch"
	"acolhe/models/person"
)

// EditInput is Change by somebody who looked at the order first, as a form does; Edition is
// what the order's Edition was then.
type EditInput struct {
	ChangeInput
	Edition string `json:"-" form:"edition"`
}

// Edition tells apart two states of an order.
func (o Order) Edition() (string, error) {
	// When it was written says nothing of what it says, and is rounded by the database.
	o.DateCreated, o.DateUpdated = time.Time{}, time.Time{}
	return patch.Edition(o)
}

// Edit is Change, unless the order is another by now: then it is 409 CONFLICT, so that nobody
// overwrites unseen what a colleague wrote.
func Edit(ctx context.Context, tx *db.DB, by person.Person, input EditInput, now time.Time) (Order, error) {
	var order Order
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		stored, err := lock(tx, by, input.ID)
		if err != nil {
			return err
		}
		current, err := stored.Edition()
		if err != nil {
			return err
		}
		if current != input.Edition {
			return errs.Conflict(errs.CodeConflict, "Outra pessoa mudou este pedido enquanto você editava.")
		}
		order, err = Change(ctx, tx, by, input.ChangeInput, now)
		return err
	})
	return order, err
}
