package reception

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
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
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return change(ctx, tx, by, target{id: input.ID, version: input.Version}, func(tx *db.DB, item *Item) error {
		if err := input.applyTo(ctx, tx, by, item, statuses); err != nil || !input.Notes.Sent {
			return err
		}
		return stopWriting(tx, by, input.ID)
	})
}

func (in ChangeInput) applyTo(ctx context.Context, tx *db.DB, by auth.Caller, item *Item, statuses []Status) error {
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

// StatusInput is the body of PATCH /reception/:id/status.
type StatusInput struct {
	ID     int64  `json:"-" form:"-"`
	Status string `json:"status" form:"status"`
}

// Required names the members that must be sent.
func (StatusInput) Required() []string { return []string{"status"} }

// SetStatus moves an item to a configured status. It returns the errors of Change.
func SetStatus(ctx context.Context, tx *db.DB, by auth.Caller, input StatusInput) (Item, error) {
	return Change(ctx, tx, by, ChangeInput{ID: input.ID, Fields: Fields{Status: patch.Of(input.Status)}})
}

// AttendantInput is the body of PATCH /reception/:id/attendant: the user_code of an operator, or null for nobody.
type AttendantInput struct {
	ID        int64                  `json:"-" form:"-"`
	Attendant patch.Field[uuid.UUID] `json:"attendant" form:"attendant"`
}

// Required names the members that must be sent.
func (AttendantInput) Required() []string { return []string{"attendant"} }

// Assign sets the attendant of an item. It returns 400 VALIDATION_ERROR for an unknown operator, and 404 NOT_FOUND for
// an unknown item.
func Assign(ctx context.Context, tx *db.DB, by auth.Caller, input AttendantInput) (Item, error) {
	if !input.Attendant.Sent {
		return Item{}, errs.Invalid("attendant", "informe o código de quem atende, ou null para ninguém")
	}
	return Change(ctx, tx, by, ChangeInput{ID: input.ID, Fields: Fields{Attendant: input.Attendant}})
}

// Remove removes an item from the queue. An unknown item is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Item](ctx, tx, id)
}
