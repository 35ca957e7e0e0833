package form

import (
	"testing"

	"acolhe/models/types/errs"
	"acolhe/web"
)

// A folding section must not hide a typed value or a problem.
func TestSection_OpenWithValueOrProblem(t *testing.T) {
	t.Parallel()
	type row struct{ text string }
	value := func(r *row) string { return r.text }
	form := Definition[row]{ID: "teste", Sections: []Section[row]{{Fields: []Field[row]{{Name: "name", Value: value}}},
		{Folds: true, Fields: []Field[row]{
			{Name: "notes", Value: value}, {Name: "agreed", Kind: Check, Value: func(*row) string { return "false" }},
			{Name: "tags", Kind: Tags, Values: func(*row) []string { return nil }},
		}}}}
	for name, c := range map[string]struct {
		state State[row]
		open  bool
	}{
		"blank":            {State[row]{}, false},
		"stored":           {State[row]{Row: row{"Ligar"}}, true},
		"typed":            {State[row]{Typed: web.FormData{"notes": {"Ligar"}}}, true},
		"emptied":          {State[row]{Row: row{"Ligar"}, Typed: web.FormData{"notes": {" "}}}, false},
		"ticked":           {State[row]{Typed: web.FormData{"agreed": {"true"}}}, true},
		"tag chosen":       {State[row]{Typed: web.FormData{"tags": {"", "Prioritário"}}}, true},
		"problem":          {State[row]{Typed: web.FormData{}, Refused: errs.Invalid("notes", "informe")}, true},
		"problem not here": {State[row]{Typed: web.FormData{}, Refused: errs.Invalid("name", "informe")}, false},
	} {
		c.state.IsNew = true
		if section := form.Page(c.state).sections[1]; section.open != c.open {
			t.Errorf("%s: open is %v", name, section.open)
		}
	}
}
