// Package form answers forms: it reads what was sent, calls the area's verb, and shows the form again with what was
// typed and what is wrong, whatever the form is about.
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

// Input is the input of a verb. It embeds errs.BindErrors: what a form could not fill is then reported by the verb,
// together with what it finds wrong itself.
type Input interface{ HasBindErrors() bool }

// Pages are the pages that add and change one kind of row. New is the input of the verb that adds, Edit of the one
// that changes.
type Pages[Row any, New, Edit Input] struct {
	DB    *db.DB
	Frame frame.Func
	Form  form.Definition[Row]
	// Crumbs lead to the list.
	Crumbs []layouts.Crumb
	// Param is the parameter of the address that names the row; "id" if empty.
	Param string

	Find   func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Row, error)
	Add    func(ctx context.Context, tx *db.DB, by auth.Caller, input New) (Row, error)
	Change func(ctx context.Context, tx *db.DB, by auth.Caller, input Edit) (Row, error)
	// Target says which row an input changes.
	Target func(input *Edit, id int64)
	// Defaults is what the form of a new row begins with.
	Defaults func() Row
	// Prepare adjusts what was sent before it is bound, such as to look up what was typed without scripts; it may be nil.
	Prepare func(r *web.Request, posted web.FormData) error
	// Complete adds what the form shows beside the row; it may be nil.
	Complete func(r *web.Request, state *form.State[Row]) error
	// Added and Changed say what was done, and Next where to go on.
	Added, Changed func(row Row) string
	Next           func(row Row) string
}

// created is what a form created, as far as the answer names it.
type created struct {
	Notice, Next string
}

// New shows the form of a new row.
func (p Pages[Row, New, Edit]) New(r *web.Request) error {
	return p.Render(r, form.State[Row]{Row: p.defaults(), IsNew: true})
}

// Create takes the form of a new row. A form that is sent twice creates one row.
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

// Update takes the form of a row. If a colleague has changed it since, the form comes back beside what is stored now.
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

// Render shows the form, as stored or as typed with what is wrong. After a conflict it has the version that is
// stored now; any other refused form keeps the one that it was opened with.
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

// trail leads back to the list, and to the row's page if it has one of its own.
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

// Read reads the form that was sent into the input of a verb. refused is what is wrong with the form itself.
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

// read reads the form that was sent, as the verb's input takes it. A box that is not ticked sends nothing, which is "false"
// here, and nothing chosen of several is an empty value.
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

// VersionIn returns the version that a form was opened with. A form without one is stale: it must not overwrite a row that
// nobody looked at.
func VersionIn(posted web.FormData) string {
	if version := posted.Or("version", ""); version != "" {
		return version
	}
	return "none"
}

// bind fills an input, and reports what the form must not leave empty.
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

// Once runs work once for a form, however often it is sent, and returns its first answer: the key of the form distinguishes one
// form from another. A form that was stored and is sent again with other data is 409 IDEMPOTENCY_KEY_REUSED.
func Once[Answer any](r *web.Request, tx *db.DB, posted web.FormData, input any, work func(tx *db.DB) (Answer, error)) (Answer, error) {
	request := idempotency.Request{By: r.By, Route: r.MethodAndPath(), Key: KeyOf(posted, nil), Input: input}
	answer, _, err := idempotency.Do(r.Context(), tx, request, work)
	if errs.HasCode(err, idempotency.CodeKeyReused) {
		err = errs.Conflict(idempotency.CodeKeyReused, "Este formulário já foi salvo antes, com outros dados. Confira o que já existe; se é mesmo mais um, salve de novo.")
	}
	return answer, err
}

// KeyOf returns the key of a form, which stays the same as long as the form is refused. A form whose key was used gets
// another one, for a person who wants one more row.
func KeyOf(posted web.FormData, refused error) string {
	key := posted.Or("idempotency_key", "")
	if _, err := uuid.Parse(key); err != nil || errs.HasCode(refused, idempotency.CodeKeyReused) {
		return uuid.NewString()
	}
	return key
}
