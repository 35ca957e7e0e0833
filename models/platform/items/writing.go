package items

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Writing is how rows of a collection come, change and go: by the area's own verbs, so that
// no rule can be walked around. What is missing answers 405 METHOD_NOT_ALLOWED.
type Writing struct {
	Create *Creating
	Update *Updating
	Delete *Deleting
	// First holds what the verbs hold before any row, so that a batch, or a change that is meant for
	// one state alone, holds everything in the same order; nil when rows are all that they hold.
	First func(ctx context.Context, tx *db.DB) error
	// Instead is the route that makes rows where Create does not, for the refusal to name.
	Instead string
}

// Creating makes one row from the area's own input and gives its id.
type Creating struct {
	input func() any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error)
}

// Updating changes one row by the area's own input, which is told the row.
type Updating struct {
	input func(id int64) any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) error
}

// Deleting removes one row.
type Deleting func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error

// Creates makes a verb that stores a new row the collection's way to create.
func Creates[In, Out any](verb func(context.Context, *db.DB, auth.Caller, In) (Out, error), id func(Out) int64) *Creating {
	return &Creating{
		input: func() any { return new(In) },
		do: func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error) {
			stored, err := verb(ctx, tx, by, *input.(*In))
			return id(stored), err
		},
	}
}

// Updates makes a verb that changes a row the collection's way to update; of makes the input
// for a row.
func Updates[In, Out any](verb func(context.Context, *db.DB, auth.Caller, In) (Out, error), of func(id int64) In) *Updating {
	return &Updating{
		input: func(id int64) any {
			input := of(id)
			return &input
		},
		do: func(ctx context.Context, tx *db.DB, by auth.Caller, input any) error {
			_, err := verb(ctx, tx, by, *input.(*In))
			return err
		},
	}
}

// Deletes makes a verb the collection's way to delete.
func Deletes(verb Deleting) *Deleting { return &verb }

// WithoutCaller adapts a verb that removes a row alike for every caller.
func WithoutCaller(verb func(ctx context.Context, tx *db.DB, id int64) error) Deleting {
	return func(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error { return verb(ctx, tx, id) }
}

// UpdatesWithoutCaller adapts a verb that changes a row alike for every caller.
func UpdatesWithoutCaller[In, Out any](verb func(context.Context, *db.DB, In) (Out, error), of func(id int64) In) *Updating {
	return Updates(func(ctx context.Context, tx *db.DB, _ auth.Caller, input In) (Out, error) {
		return verb(ctx, tx, input)
	}, of)
}

// CreateInput is a zero value of what a new row is made from, nil when none is made here.
func (c *Collection) CreateInput() any {
	if c.rules.Writing.Create == nil {
		return nil
	}
	return c.rules.Writing.Create.input()
}

// UpdateInput is a zero value of what a row is changed by, nil when none is changed here.
func (c *Collection) UpdateInput() any {
	if c.rules.Writing.Update == nil {
		return nil
	}
	return c.rules.Writing.Update.input(0)
}

// notThisWay answers for what a collection does not offer, or not here.
func notThisWay(does string) error {
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não "+does+" por aqui.")
}

// notCreated is notThisWay for new rows; it names the route that makes them, if there is one.
func (w Writing) notCreated() error {
	if w.Instead == "" {
		return notThisWay("recebe registros")
	}
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não recebe registros por aqui: use "+w.Instead+".")
}
