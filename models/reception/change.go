package reception

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// ChangeInput changes the sent fields of an item. Version is the version of the opened form. AssociateName is the typed
// name of an unknown person; the name of a known one stays.
type ChangeInput struct {
	ID            int64               `json:"-" form:"-"`
	Version       string              `json:"-" form:"version"`
	AssociateName patch.Field[string] `json:"associate_name" form:"associate_name"`
	Fields
}

// Change changes an item. It returns the errors of Enqueue, 404 NOT_FOUND for an unknown item, and 409 CONFLICT for a
// stale version. A status that is done completes the item, another status opens it again. A new e-mail links the item of
// an unknown person to the associate who has it.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Item, error) {
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return change(ctx, tx, by, target{id: input.ID, version: input.Version}, func(tx *db.DB, item *Item) error {
		before := texts.Of(item.Notes)
		if err := input.applyTo(ctx, tx, by, item, statuses); err != nil || !input.Notes.Sent {
			return err
		}
		if after := texts.Of(item.Notes); after != "" && after != before {
			if _, err := storeNote(tx, by, input.ID, after); err != nil {
				return err
			}
		}
		return stopWriting(tx, by, input.ID)
	})
}

func (in ChangeInput) applyTo(ctx context.Context, tx *db.DB, by auth.Caller, item *Item, statuses []triage.Status) error {
	before := texts.Of(item.Email)
	if item.AssociateCode == nil {
		in.AssociateName.SetNullable(&item.AssociateName)
	}
	if err := in.apply(item, statuses, by.Now); err != nil {
		return err
	}
	if item.AssociateCode != nil || texts.Of(item.Email) == before {
		return nil
	}
	return item.link(ctx, tx, by)
}

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
