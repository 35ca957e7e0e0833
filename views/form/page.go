package form

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/markup"
	"acolhe/web"
)

// State is the state of a form.
type State[Row any] struct {
	// Row is the stored row; IsNew reports that there is none yet.
	Row   Row
	IsNew bool
	// Typed is the form as it was sent, to be shown again unchanged; Refused is the reason why nothing was
	// stored.
	Typed   web.FormData
	Refused error
	// Version is the version of the opened form. Key identifies a new row, so that a form sent twice creates it once.
	Version, Key string
	// Tags are the options of a field of tags.
	Tags tags.Catalogue
	// Similar are other rows that may be duplicates, which Below of a field can show.
	Similar []Row
	// Removal is the confirmation before the row is removed; nil offers no removal.
	Removal *dialog.Confirm
	Around
	// Now is in the association's time zone.
	Now time.Time
}

// Around holds the content beside the form; each part may be nil.
type Around struct {
	// Head is placed beside the title, Aside beside the form. Alert is placed above the form, instead of an
	// error that belongs to no field.
	Head, Aside, Alert ui.Content
}

// Page is a form ready to be rendered, without its row type.
type Page struct {
	ID, Title, Text, Action, Back, Verb string
	Version, Key                        string
	Problems                            ui.Problems
	IsUnsaved                           bool
	Conflict                            *Conflict
	Removal                             *dialog.Confirm
	Around

	sections []section
}

// section is a card.
type section struct {
	title           string
	actions, around ui.Content
	parts           []*part
	folds, open     bool
	// optional marks all fields at once.
	optional bool
}

// isLong reports whether the form is longer than most windows.
func (p Page) isLong() bool { return len(p.sections) > 2 }

// Page returns the form with its controls.
func (d Definition[Row]) Page(state State[Row]) Page {
	page := Page{ID: d.ID, Title: d.Heading(state), Text: d.Text, Action: d.action(state), Back: d.back(state), Verb: d.Verb,
		Version: state.Version, Key: state.Key,
		Problems: d.problems(state), IsUnsaved: state.Refused != nil && state.Typed != nil, Removal: state.Removal, Around: state.Around}
	if state.IsNew {
		page.Verb = d.NewVerb
	}
	if errs.IsStale(state.Refused) {
		page.Conflict = &Conflict{This: d.This, Differences: d.differences(state), Stored: page.Action}
	}
	for _, from := range d.Sections {
		page.sections = append(page.sections, section{
			title: from.Title, actions: from.Actions, around: from.Around, parts: d.parts(state, from.unmarked(), page.Problems),
			optional: from.isOptional(), folds: from.Folds, open: from.isOpen(state, page.Problems),
		})
	}
	return page
}

// isOptional reports whether none of several fields must be filled.
func (s Section[Row]) isOptional() bool {
	return len(s.Fields) > 1 && !slices.ContainsFunc(s.Fields, func(f Field[Row]) bool { return !f.Optional && f.Kind != Check && f.Kind != Tags })
}

// unmarked returns the fields, without the mark of each if the title has it.
func (s Section[Row]) unmarked() []Field[Row] {
	fields := slices.Clone(s.Fields)
	for i := range fields {
		fields[i].Optional = fields[i].Optional && !s.isOptional()
	}
	return fields
}

// note is beside the title.
func (s section) note() string { return markup.When(s.optional, "opcional") }

// Body returns the fields alone, with their problems above, for the form of another page. Nothing of it has the focus.
func (d Definition[Row]) Body(state State[Row]) ui.Content {
	state.IsNew = false
	page := d.Page(state)
	return body{page.Problems, page.sections}
}

// body is what Body returns.
type body struct {
	problems ui.Problems
	sections []section
}

// Render writes the fields.
func (b body) Render(ctx context.Context, w io.Writer) error { return b.html().Render(ctx, w) }

// Heading returns the title of the page.
func (d Definition[Row]) Heading(state State[Row]) string {
	if state.IsNew {
		return d.NewTitle
	}
	return d.Title(&state.Row)
}

func (d Definition[Row]) action(state State[Row]) string {
	if state.IsNew {
		return d.Path + "/" + d.NewSlug
	}
	return d.Href(&state.Row) + d.EditSlug
}

func (d Definition[Row]) back(state State[Row]) string {
	switch {
	case d.Back != nil:
		return d.Back(&state.Row)
	case state.IsNew:
		return d.Path
	}
	return d.Href(&state.Row)
}

// problems returns the errors with the labels and in the order of the form.
func (d Definition[Row]) problems(state State[Row]) ui.Problems {
	refused := state.Refused
	fields := slices.Clone(errs.FieldsOf(refused))
	for i := range fields {
		if at := d.position(fields[i].Path); at >= 0 {
			fields[i].Path = d.Fields()[at].Name
		}
	}
	slices.SortStableFunc(fields, func(a, b errs.Field) int { return d.position(a.Path) - d.position(b.Path) })
	problems := ui.ProblemsOf(fields, d.Label)
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 && state.Alert == nil && !errs.IsStale(refused) {
		problem := ui.Problem{Message: refusal.Message}
		if refusal.Code == errs.CodeConflict {
			problem.Field = d.ConflictField
		}
		problems = append(problems, problem)
	}
	return problems
}

func (d Definition[Row]) position(path string) int {
	return slices.IndexFunc(d.Fields(), func(field Field[Row]) bool { return field.Name == path || slices.Contains(field.Also, path) })
}

// differences compares the stored with the typed values, in the order of the form.
func (d Definition[Row]) differences(state State[Row]) []Difference {
	var found []Difference
	for _, field := range d.Fields() {
		stored, typed := field.sides(state)
		if stored != typed {
			found = append(found, Difference{field.Label, field.show(stored), field.show(typed)})
		}
	}
	return found
}

// sides returns the stored and the typed value in the same format: for a reference, its name.
func (f Field[Row]) sides(state State[Row]) (stored, typed string) {
	if f.Text != nil {
		return f.Text(&state.Row), strings.TrimSpace(f.text(state))
	}
	return f.stored(&state.Row), f.typed(state)
}

// stored returns the stored value as the form formats it.
func (f Field[Row]) stored(row *Row) string {
	if f.Values != nil {
		return strings.Join(f.Values(row), ", ")
	}
	return f.Value(row)
}

// typed returns the typed value in the format of stored; the stored value if nothing was sent.
func (f Field[Row]) typed(state State[Row]) string {
	switch {
	case state.Typed == nil:
		return f.stored(&state.Row)
	case f.Values != nil:
		return strings.Join(state.Typed.Values(f.Name), ", ")
	}
	typed := strings.TrimSpace(state.Typed.Or(f.Name, f.stored(&state.Row)))
	if f.Spell != nil {
		return f.Spell(typed)
	}
	return typed
}

// show formats a value for people.
func (f Field[Row]) show(value string) string {
	switch {
	case f.Show != nil:
		return f.Show(value)
	case f.Kind == Check:
		return map[string]string{"true": "sim", "false": "não"}[value]
	case f.Kind == Select, f.Kind == Choice:
		return control.LabelOf(f.Options, value)
	}
	return value
}
