package readytexts

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Fields are the writable fields of a text.
type Fields struct {
	errs.BindErrors

	Name     patch.Field[string] `form:"name"`
	Subject  patch.Field[string] `form:"subject"`
	Body     patch.Field[string] `form:"body"`
	Position patch.Field[int]    `form:"position"`
}

// AddInput is a new text.
type AddInput struct{ Fields }

// ChangeInput changes the sent fields of a text. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `form:"-"`
	Version string `form:"version"`
	Fields
}

// Add stores a new text. It returns 403 FORBIDDEN for a caller other than an administrator, 400 VALIDATION_ERROR for wrong
// fields, such as an unknown variable, and 409 CONFLICT for one too many.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Text, error) {
	text := Text{DateCreated: by.Now, DateUpdated: by.Now}
	if err := refuseOthers(by); err != nil {
		return text, err
	}
	if err := input.apply(&text); err != nil {
		return text, err
	}
	return text, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var stored int64
		if err := tx.Model(&Text{}).Count(&stored).Error; err != nil {
			return err
		}
		if stored >= MaxTexts {
			return errs.Conflict(errs.CodeConflict, "Já há 50 textos prontos. Exclua um para criar outro.")
		}
		return tx.Create(&text).Error
	})
}

// Change changes a text. It returns the errors of Add, 404 NOT_FOUND for an unknown text, and 409 CONFLICT for a stale
// version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Text, error) {
	if err := refuseOthers(by); err != nil {
		return Text{}, err
	}
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ Text, text *Text) error {
		text.DateUpdated = by.Now
		return input.apply(text)
	})
}

// Remove removes a text. It returns 403 FORBIDDEN for a caller other than an administrator, and 404 NOT_FOUND for an
// unknown text.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := refuseOthers(by); err != nil {
		return err
	}
	return db.Remove[Text](ctx, tx, id)
}

func refuseOthers(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só administradores mudam os textos prontos.")
}

func (f Fields) apply(t *Text) error {
	f.Name.Set(&t.Name)
	f.Subject.SetNullable(&t.Subject)
	f.Body.Set(&t.Body)
	f.Position.Set(&t.Position)
	t.normalise()
	return f.BindErrors.Merge(t.validate()).Err()
}
