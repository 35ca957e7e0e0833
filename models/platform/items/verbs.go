package items

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Writing holds the area's verbs that create, change and delete rows of the collection, so that the
// area's rules apply. A missing verb is 405 METHOD_NOT_ALLOWED.
type Writing struct {
	Create *Creator
	Update *Updater
	Delete *Deleter
	// Lock acquires the locks that the verbs acquire before any row, so that a batch, and a change
	// with If-Match, locks in the same order; nil if the verbs lock only rows.
	Lock func(ctx context.Context, tx *db.DB) error
	// CreateRoute is the route that creates rows if Create is nil, for the message of the refusal.
	CreateRoute string
}

// Creator creates one row from the area's input and returns its id.
type Creator struct {
	input func() any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error)
}

// Updater changes one row by the area's input, which holds the id of the row.
type Updater struct {
	input func(id int64) any
	do    func(ctx context.Context, tx *db.DB, by auth.Caller, input any) error
}

// Selective is an input of a change that refuses members of a body for a caller, before they are read: also those that no field has.
type Selective interface {
	Admit(by auth.Caller, body json.RawMessage) error
}

// Deleter removes one row.
type Deleter func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error

// Creates returns the Creator of a verb; id returns the id of its result.
func Creates[In, Out any](verb func(context.Context, *db.DB, auth.Caller, In) (Out, error), id func(Out) int64) *Creator {
	return &Creator{
		input: func() any { return new(In) },
		do: func(ctx context.Context, tx *db.DB, by auth.Caller, input any) (int64, error) {
			stored, err := verb(ctx, tx, by, *input.(*In))
			return id(stored), err
		},
	}
}

// Updates returns the Updater of a verb; of returns the input for a row.
func Updates[In, Out any](verb func(context.Context, *db.DB, auth.Caller, In) (Out, error), of func(id int64) In) *Updater {
	return &Updater{
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

// Deletes returns the Deleter of a verb.
func Deletes(verb Deleter) *Deleter { return &verb }

// WithoutCaller adapts a verb whose result does not depend on the caller.
func WithoutCaller(verb func(ctx context.Context, tx *db.DB, id int64) error) Deleter {
	return func(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error { return verb(ctx, tx, id) }
}

// UpdatesWithoutCaller returns the Updater of a verb whose result does not depend on the caller.
func UpdatesWithoutCaller[In, Out any](verb func(context.Context, *db.DB, In) (Out, error), of func(id int64) In) *Updater {
	return Updates(func(ctx context.Context, tx *db.DB, _ auth.Caller, input In) (Out, error) {
		return verb(ctx, tx, input)
	}, of)
}

// CreateInput returns a pointer to the zero input of a new row, nil if rows cannot be created.
func (c *Collection) CreateInput() any {
	if c.rules.Writing.Create == nil {
		return nil
	}
	return c.rules.Writing.Create.input()
}

// UpdateInput returns a pointer to the zero input of a change, nil if rows cannot be changed.
func (c *Collection) UpdateInput() any {
	if c.rules.Writing.Update == nil {
		return nil
	}
	return c.rules.Writing.Update.input(0)
}

// methodNotAllowed returns the refusal of a collection without the verb.
func methodNotAllowed(does string) error {
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não "+does+" por aqui.")
}

// createNotAllowed returns methodNotAllowed for new rows, with the route that creates them if there
// is one.
func (w Writing) createNotAllowed() error {
	if w.CreateRoute == "" {
		return methodNotAllowed("recebe registros")
	}
	return errs.New(errs.KindMethodNotAllowed, errs.CodeMethodNotAllowed, "Esta coleção não recebe registros por aqui: use "+w.CreateRoute+".")
}
