package form

import (
	"strings"
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

// A section without a field that must be filled says so once, in its title.
func TestSection_OptionalOnce(t *testing.T) {
	t.Parallel()
	type row struct{}
	value := func(*row) string { return "" }
	all := []Field[row]{{Name: "city", Value: value, Optional: true}, {Name: "street", Value: value, Optional: true}}
	some := append([]Field[row]{{Name: "name", Value: value}}, all...)
	for name, c := range map[string]struct {
		fields []Field[row]
		note   string
		marks  int
	}{"all": {all, "opcional", 0}, "some": {some, "", 2}, "one": {all[:1], "", 1}} {
		form := Definition[row]{ID: "teste", Sections: []Section[row]{{Title: "Endereço", Fields: c.fields}}}
		section := form.Page(State[row]{IsNew: true}).sections[0]
		var html strings.Builder
		if err := section.html().Render(t.Context(), &html); err != nil {
			t.Fatal(err)
		}
		if marks := strings.Count(html.String(), "(opcional)"); section.note() != c.note || marks != c.marks {
			t.Errorf("%s: the title says %q, and there are %d marks", name, section.note(), marks)
		}
	}
}
