package items

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Writing has the verbs of an area that create, change and delete rows of its collection, so that
// the area's rules hold here too. A missing verb is 405 METHOD_NOT_ALLOWED.
type Writing struct {
	Create *Creating
	Update *Updating
	Delete *Deleting
	// Lock locks what the verbs lock before any row, so that a batch, or a change with If-Match,
	// locks everything in the same order; nil when the verbs lock rows only.
	Lock func(ctx context.Context, tx *db.DB) error
	// CreateRoute is the route that creates rows where Create is nil; the refusal names it.
	CreateRoute string
}

// Creating creates one row from the area's own input and returns its id.
type Creating struct {
	input func() any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error)
}

// Updating changes one row by the area's own input, which holds the id of the row.
type Updating struct {
	input func(id int64) any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) error
}

// Deleting removes one row.
type Deleting func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error

// Creates returns the Creating of a verb.
func Creates[In, Out any](verb func(context.Context, *db.DB, auth.Caller, In) (Out, error), id func(Out) int64) *Creating {
	return &Creating{
		input: func() any { return new(In) },
		do: func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error) {
			stored, err := verb(ctx, tx, by, *input.(*In))
			return id(stored), err
		},
	}
}

// Updates returns the Updating of a verb; of returns the input for a row.
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

// Deletes returns the Deleting of a verb.
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

// CreateInput returns a pointer to a zero input of a new row, nil when rows are not created here.
func (c *Collection) CreateInput() any {
	if c.rules.Writing.Create == nil {
		return nil
	}
	return c.rules.Writing.Create.input()
}

// UpdateInput returns a pointer to a zero input of a change, nil when rows are not changed here.
func (c *Collection) UpdateInput() any {
	if c.rules.Writing.Update == nil {
		return nil
	}
	return c.rules.Writing.Update.input(0)
}

// methodNotAllowed is the refusal of a collection without the verb.
func methodNotAllowed(does string) error {
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não "+does+" por aqui.")
}

// createNotAllowed is methodNotAllowed for new rows; it names the route that creates them, if there is one.
func (w Writing) createNotAllowed() error {
	if w.CreateRoute == "" {
		return methodNotAllowed("recebe registros")
	}
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não recebe registros por aqui: use "+w.CreateRoute+".")
}
