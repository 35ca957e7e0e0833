// Package form serves forms: it reads the submitted form, calls the area's verb, and after an error shows the
// form again with the typed values and the errors.
package form

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/idempotency"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/form"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Input is the input of a verb. It embeds errs.BindErrors, so that the verb reports values that could not be
// bound together with its own errors.
type Input interface{ HasBindErrors() bool }

// Pages are the pages that add and change one kind of row. New is the input of the verb that adds, Edit of the verb
// that changes.
type Pages[Row any, New, Edit Input] struct {
	DB    *db.DB
	Frame frame.Func
	Form  form.Definition[Row]
	// Crumbs lead to the list.
	Crumbs []layouts.Crumb
	// Param is the name of the path parameter of the row; "id" if empty.
	Param string

	Find   func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Row, error)
	Add    func(ctx context.Context, tx *db.DB, by auth.Caller, input New) (Row, error)
	Change func(ctx context.Context, tx *db.DB, by auth.Caller, input Edit) (Row, error)
	// Target sets the row that an input changes.
	Target func(input *Edit, id int64)
	// Defaults returns the initial values of the form of a new row.
	Defaults func() Row
	// Prepare adjusts the submitted form before it is bound, for example to resolve typed text without scripts; it may
	// be nil.
	Prepare func(r *web.Request, posted web.FormData) error
	// Complete adds content beside the row; it may be nil.
	Complete func(r *web.Request, state *form.State[Row]) error
	// Added and Changed return the message after success, and Next the next address.
	Added, Changed func(row Row) string
	Next           func(row Row) string
}

// created is the stored answer to a new row's form.
type created struct {
	Notice, Next string
}

// New shows the form of a new row.
func (p Pages[Row, New, Edit]) New(r *web.Request) error {
	return p.Render(r, form.State[Row]{Row: p.defaults(), IsNew: true})
}

// Create handles the form of a new row. A form sent twice creates one row.
func (p Pages[Row, New, Edit]) Create(r *web.Request) error {
	var input New
	posted, refused, err := p.Read(r, &input)
	if err != nil {
		return err
	}
	if refused == nil {
		answer, err := Once(r, p.DB, posted, input, func(tx *db.DB) (created, error) {
			row, err := p.Add(r.Context(), tx, r.By, input)
			if err != nil {
				return created{}, err
			}
			return created{p.Added(row), p.Next(row)}, nil
		})
		if err == nil {
			r.Notify(answer.Notice)
			return r.Redirect(answer.Next)
		}
		refused = err
	}
	return p.Render(r, form.State[Row]{Row: p.defaults(), IsNew: true, Typed: posted, Refused: refused})
}

// Edit shows the form of a row.
func (p Pages[Row, New, Edit]) Edit(r *web.Request) error {
	row, err := p.Row(r)
	if err != nil {
		return err
	}
	return p.Render(r, form.State[Row]{Row: row})
}

// Update handles the form of a row. After a conflict the form is shown with the stored values beside the typed ones.
func (p Pages[Row, New, Edit]) Update(r *web.Request) error {
	row, err := p.Row(r)
	if err != nil {
		return err
	}
	var input Edit
	posted, refused, err := p.Read(r, &input)
	if err != nil {
		return err
	}
	if refused == nil {
		p.Target(&input, p.Form.RowID(&row))
		changed, err := p.Change(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify(p.Changed(changed))
			return r.Redirect(p.Next(changed))
		}
		refused = err
	}
	if row, err = p.Row(r); err != nil {
		return err
	}
	return p.Render(r, form.State[Row]{Row: row, Typed: posted, Refused: refused})
}

// Row reads the row of the address.
func (p Pages[Row, New, Edit]) Row(r *web.Request) (Row, error) {
	id, err := r.ParamID(cmp.Or(p.Param, "id"))
	if err != nil {
		var none Row
		return none, err
	}
	return p.Find(r.Context(), p.DB, r.By, id)
}

// Render shows the form with stored or typed values, and its errors if any. After a conflict it has the current
// version; any other form with errors keeps the version with which it was opened.
func (p Pages[Row, New, Edit]) Render(r *web.Request, state form.State[Row]) error {
	state.Version = db.VersionOf(p.DB, &state.Row)
	if state.Typed != nil && !errs.IsStale(state.Refused) {
		state.Version = state.Typed.Or("version", "")
	}
	state.Key = KeyOf(state.Typed, state.Refused)
	around, err := p.Frame(r, p.Form.Heading(state), p.trail(state)...)
	if err != nil {
		return err
	}
	state.Now, around.Refused = around.Now, state.Refused != nil
	if p.Complete != nil {
		if err := p.Complete(r, &state); err != nil {
			return err
		}
	}
	return r.RenderForm(state.Refused, form.Panel(around, p.Form.Page(state)))
}

// trail leads to the list, and to the row's page if it has one.
func (p Pages[Row, New, Edit]) trail(state form.State[Row]) []layouts.Crumb {
	if state.IsNew || p.Form.Back != nil {
		return p.Crumbs
	}
	return append(slices.Clone(p.Crumbs), layouts.Crumb{Label: p.Form.Name(&state.Row), Href: p.Form.Href(&state.Row)})
}

func (p Pages[Row, New, Edit]) defaults() Row {
	if p.Defaults == nil {
		var none Row
		return none
	}
	return p.Defaults()
}

// Read binds the submitted form to the input of a verb. refused holds the errors of the form.
func (p Pages[Row, New, Edit]) Read(r *web.Request, input any) (posted web.FormData, refused, err error) {
	if posted, err = p.read(r); err != nil {
		return nil, nil, err
	}
	if p.Prepare != nil {
		refused = p.Prepare(r, posted)
	}
	if refused == nil {
		refused = p.bind(posted, input)
	}
	return posted, refused, nil
}

// read returns the submitted form in the form of the verb's input. An unticked checkbox, which browsers do not send,
// becomes "false", and an empty multiple choice an empty value.
func (p Pages[Row, New, Edit]) read(r *web.Request) (web.FormData, error) {
	posted, err := r.FormData()
	if err != nil {
		return nil, err
	}
	posted["version"] = []string{VersionIn(posted)}
	for _, field := range p.Form.Fields() {
		if field.Kind == form.Check && posted.Or(field.Name, "") == "" {
			posted[field.Name] = []string{"false"}
		}
		if field.Values != nil && posted[field.Name] == nil {
			posted[field.Name] = []string{""}
		}
	}
	return posted, nil
}

// VersionIn returns the version of the opened form. A form without one is stale, because it must not overwrite unseen
// values.
func VersionIn(posted web.FormData) string {
	if version := posted.Or("version", ""); version != "" {
		return version
	}
	return "none"
}

// bind fills an input, and reports required fields of the form that are empty.
func (p Pages[Row, New, Edit]) bind(posted web.FormData, input any) error {
	if target, ok := input.(interface{ AddBindError(path, message string) }); ok {
		for _, field := range p.Form.Fields() {
			if field.Required != "" && strings.TrimSpace(posted.Or(field.Name, "")) == "" {
				target.AddBindError(field.Name, field.Required)
			}
		}
	}
	return posted.Bind(input)
}

// Once runs work once for each form, even if it is sent several times, and returns its first answer; forms are
// distinguished by their key. A stored form sent again with other data is 409 IDEMPOTENCY_KEY_REUSED.
func Once[Answer any](r *web.Request, tx *db.DB, posted web.FormData, input any, work func(tx *db.DB) (Answer, error)) (Answer, error) {
	request := idempotency.Request{By: r.By, Route: r.MethodAndPath(), Key: KeyOf(posted, nil), Input: input}
	answer, _, err := idempotency.Do(r.Context(), tx, request, work)
	if errs.HasCode(err, idempotency.CodeKeyReused) {
		err = errs.Conflict(idempotency.CodeKeyReused,
			"Este formulário já foi salvo com outros dados. Confira a lista. Para criar mais um, salve de novo.")
	}
	return answer, err
}

// KeyOf returns the key of a form, which stays the same while the form has errors. A form with a used key gets a new
// one, to store another row.
func KeyOf(posted web.FormData, refused error) string {
	key := posted.Or("idempotency_key", "")
	if _, err := uuid.Parse(key); err != nil || errs.HasCode(refused, idempotency.CodeKeyReused) {
		return uuid.NewString()
	}
	return key
}
