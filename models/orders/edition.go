package orders

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
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
	return patch.Version(o)
}

// Edit is Change, unless the order is in another edition by now: see patch.CheckVersion.
func Edit(ctx context.Context, tx *db.DB, by auth.Caller, input EditInput) (Order, error) {
	seen := db.Seen{Edition: input.Edition, Overtaken: "Outra pessoa mudou este pedido enquanto você editava."}
	hold := func(tx *db.DB) (Order, error) { return lock(tx, by, input.ID) }
	return db.Edit(tx.WithContext(ctx), seen, hold, func(tx *db.DB) (Order, error) {
		return Change(ctx, tx, by, input.ChangeInput)
	})
}
