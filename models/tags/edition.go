package tags

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
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
	return patch.Version(t)
}

// Edit is Change, unless the tag is in another edition by now: see patch.CheckVersion.
func Edit(ctx context.Context, tx *db.DB, by auth.Caller, input EditInput) (Tag, error) {
	seen := db.Seen{Edition: input.Edition, Overtaken: "Outra pessoa mudou esta etiqueta enquanto você editava."}
	hold := func(tx *db.DB) (Tag, error) { return db.Lock[Tag](tx, input.ID) }
	return db.Edit(tx.WithContext(ctx), seen, hold, func(tx *db.DB) (Tag, error) {
		return Change(ctx, tx, by, input.ChangeInput)
	})
}
