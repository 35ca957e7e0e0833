package products

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// EditInput is Change by somebody who looked at the product first, as a form does; Edition is
// what its Edition was then.
type EditInput struct {
	ChangeInput
	Edition string `json:"-" form:"edition"`
}

// Edition tells apart two states of what a form shows of a product.
func (p Product) Edition() (string, error) {
	p.DateUpdated = time.Time{}
	return patch.Version(p)
}

// Edit is Change, unless the product is in another edition by now: see patch.CheckVersion.
func Edit(ctx context.Context, tx *db.DB, by auth.Caller, input EditInput) (Product, error) {
	seen := db.Seen{Edition: input.Edition, Overtaken: "Outra pessoa mudou este produto enquanto você editava."}
	hold := func(tx *db.DB) (Product, error) { return db.Lock[Product](tx, input.ID) }
	return db.Edit(tx.WithContext(ctx), seen, hold, func(tx *db.DB) (Product, error) {
		return Change(ctx, tx, by, input.ChangeInput)
	})
}
