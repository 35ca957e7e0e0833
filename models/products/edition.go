package products

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/patch"
	"acolhe/models/person"
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
	return patch.Edition(p)
}

// Edit is Change, unless the product is another by now: then it is 409 CONFLICT, so that nobody
// overwrites unseen what a colleague wrote.
func Edit(ctx context.Context, tx *db.DB, by person.Person, input EditInput, now time.Time) (product Product, err error) {
	return product, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Locking is loading for a change of nothing.
		seen, err := db.Change(ctx, tx, input.ID, nil, func(*db.DB, *Product) error { return nil })
		if err != nil {
			return err
		}
		current, err := seen.Edition()
		if err == nil && current != input.Edition {
			err = errs.Conflict(errs.CodeConflict, "Outra pessoa mudou este produto enquanto você editava.")
		}
		if err != nil {
			return err
		}
		product, err = Change(ctx, tx, by, input.ChangeInput, now)
		return err
	})
}
