// Package groupedit sets a field of many associates at once. The rules of the field are those of package associates, which
// changes each of them.
package groupedit

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// MaxAtOnce is the maximum number of associates of one change; a task changes more of them.
const MaxAtOnce = 100

// field is a field that groups share.
type field struct {
	name string
	// of returns the value of a row, set puts a value into a change.
	of  func(row *associates.Associate) *string
	set func(change *associates.Profile, value patch.Field[string])
}

var fields = []field{
	{"city", func(a *associates.Associate) *string { return a.City }, func(p *associates.Profile, v patch.Field[string]) { p.City = v }},
	{"state", func(a *associates.Associate) *string { return a.State }, func(p *associates.Profile, v patch.Field[string]) { p.State = v }},
	{"prescriber", func(a *associates.Associate) *string { return a.Prescriber },
		func(p *associates.Profile, v patch.Field[string]) { p.Prescriber = v }},
	{"how_found", func(a *associates.Associate) *string { return a.HowFound },
		func(p *associates.Profile, v patch.Field[string]) { p.HowFound = v }},
	{"nationality", func(a *associates.Associate) *string { return a.Nationality },
		func(p *associates.Profile, v patch.Field[string]) { p.Nationality = v }},
	{"marital_status", func(a *associates.Associate) *string { return a.MaritalStatus },
		func(p *associates.Profile, v patch.Field[string]) { p.MaritalStatus = v }},
	{"occupation", func(a *associates.Associate) *string { return a.Occupation },
		func(p *associates.Profile, v patch.Field[string]) { p.Occupation = v }},
}

// Fields returns the names of the fields that can be set for a group.
func Fields() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

func find(name string) (field, error) {
	at := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	if at < 0 {
		return field{}, errs.Invalid("campo", "escolha um dos campos")
	}
	return fields[at], nil
}

// Value returns the value of one of Fields, empty for any other.
func Value(row associates.Associate, name string) string {
	f, err := find(name)
	if err != nil {
		return ""
	}
	return texts.Of(f.of(&row))
}

// Input sets a field of associates; an empty Value clears it.
type Input struct {
	IDs   []int64 `json:"ids" form:"-"`
	Field string  `json:"field" form:"campo"`
	Value string  `json:"value" form:"valor"`
}

// Before is the value that an associate had.
type Before struct {
	ID    int64  `json:"id"`
	Value string `json:"value"`
}

// Change is the result of Set, as UndoSet takes it: the changed associates.
type Change struct {
	Field   string   `json:"field"`
	Value   string   `json:"value"`
	Changed []Before `json:"changed"`
}

// FieldSet is the kind of undo that UndoSet performs; the data is the Change.
const FieldSet undo.Kind = "associates.field.set_many"

// Set sets a field of at most MaxAtOnce associates, all or none; those that have the value stay as they are. It returns 400
// VALIDATION_ERROR for an unknown field, a value that it does not take, and without associates or with too many, and 404
// NOT_FOUND for an unknown associate.
func Set(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Change, error) {
	change := Change{Field: input.Field, Value: strings.TrimSpace(input.Value)}
	f, err := find(input.Field)
	if err != nil {
		return change, err
	}
	ids := slices.Compact(slices.Sorted(slices.Values(input.IDs)))
	if len(ids) == 0 || len(ids) > MaxAtOnce {
		return change, errs.Invalid("ids", "selecione de 1 a 100 pessoas")
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			before, err := f.change(ctx, tx, by, id, change.Value)
			if err != nil {
				return err
			}
			if before != nil {
				change.Changed = append(change.Changed, *before)
			}
		}
		return nil
	})
	return change, err
}

// UndoSet gives associates their earlier values, except those whose field was changed after it.
func UndoSet(ctx context.Context, tx *db.DB, by auth.Caller, change Change) error {
	f, err := find(change.Field)
	if err != nil {
		return err
	}
	for _, before := range change.Changed {
		row, err := associates.FindFor(ctx, tx, by, before.ID)
		if err != nil {
			return err
		}
		if texts.Of(f.of(&row)) != change.Value {
			continue
		}
		if _, err := f.change(ctx, tx, by, before.ID, before.Value); err != nil {
			return err
		}
	}
	return nil
}

// change sets the field of an associate, and returns its earlier value, nil if it is the same.
func (f field) change(ctx context.Context, tx *db.DB, by auth.Caller, id int64, value string) (*Before, error) {
	row, err := associates.FindFor(ctx, tx, by, id)
	if err != nil {
		return nil, err
	}
	input := associates.ChangeInput{ID: id}
	f.set(&input.Profile, patch.Of(value))
	changed, err := associates.Accounts{}.Change(ctx, tx, by, input)
	if refusal := errs.As(err); refusal != nil && len(refusal.Fields) > 0 {
		return nil, errs.Invalid("valor", refusal.Fields[0].Message)
	}
	if err != nil || texts.Of(f.of(&changed)) == texts.Of(f.of(&row)) {
		return nil, err
	}
	return &Before{ID: id, Value: texts.Of(f.of(&row))}, nil
}

// Preview is what Set would do: how many associates change, and the first of them.
type Preview struct {
	Changing int64
	First    []associates.Associate
}

// previewed is the number of associates that a preview shows.
const previewed = 5

// PreviewOf returns the preview for the associates of a list. It returns the errors of Set for the field.
func PreviewOf(ctx context.Context, tx *db.DB, by auth.Caller, selected associates.ListInput, input Input) (preview Preview, err error) {
	if _, err := find(input.Field); err != nil {
		return preview, err
	}
	ids, err := associates.SelectIDs(ctx, tx, by, selected)
	if err != nil {
		return preview, err
	}
	// The name of the field is one of a closed list.
	changing := tx.WithContext(ctx).Model(&associates.Associate{}).
		Where("id in (?) and coalesce("+input.Field+", '') <> ?", ids, strings.TrimSpace(input.Value)).Session(&db.Session{})
	if err := changing.Count(&preview.Changing).Error; err != nil {
		return preview, err
	}
	return preview, changing.Order("id").Limit(previewed).Find(&preview.First).Error
}
