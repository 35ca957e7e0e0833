package tags

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/patch"
	"acolhe/models/person"
)

// EditInput is Change by somebody who looked at the tag first, as a form does; Edition is
// what its Edition was then.
type EditInput struct {
	ChangeInput
	Edition string `json:"-" form:"edition"`
}

// Edition tells apart two states of what a form shows of a tag.
func (t Tag) Edition() (string, error) {
	t.DateUpdated = time.Time{}
	return patch.Edition(t)
}

// Edit is Change, unless the tag is in another edition by now: see patch.Expect.
func Edit(ctx context.Context, tx *db.DB, by person.Person, input EditInput, now time.Time) (Tag, error) {
	var tag Tag
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		seen, err := db.Lock[Tag](tx, input.ID)
		if err != nil {
			return err
		}
		if err := patch.Expect(seen, input.Edition, "Outra pessoa mudou esta etiqueta enquanto você editava."); err != nil {
			return err
		}
		tag, err = Change(ctx, tx, by, input.ChangeInput, now)
		return err
	})
	return tag, err
}
