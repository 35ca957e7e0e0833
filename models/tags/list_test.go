package tags_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

func TestList_Filters(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), "insert into tags (name) values ('Ápice')"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		input tags.ListInput
		want  string
	}{
		"all": {tags.ListInput{}, "Ápice Prioritário Retorno Urgente "}, "words": {tags.ListInput{Q: "PRIO"}, "Prioritário "},
		"of a collection": {tags.ListInput{Collection: "orders"}, "Urgente "}, "of all": {tags.ListInput{ForEvery: true}, "Ápice "},
		"a page": {tags.ListInput{Window: page.Window{Limit: new(1), Offset: 1}}, "Prioritário "},
	} {
		found, err := tags.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), c.input)
		var got string
		for _, tag := range found.Items {
			got += tag.Name + " "
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", name, got, err, c.want)
		}
	}
	for _, wrong := range []tags.ListInput{{Collection: "segredos"}, {Window: page.Window{Limit: new(-2)}}} {
		if _, err := tags.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%+v gave %v", wrong, err)
		}
	}
	if _, err := tags.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one gave %v", err)
	}
}

// A tag is counted in its collections, up to the limit.
func TestCountUse(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, statement := range []string{
		`insert into tags (name) values ('Geral')`,
		`update users set tags = '["Prioritário", "Geral"]' where id in (1, 3)`, `update orders set tags = '["Geral", "Urgente"]' where id = 1`,
		`insert into products (code, name, tags) select 'P' || n, 'P', '["Geral"]' from generate_series(1, 1001) n`,
	} {
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	found, err := tags.List(t.Context(), connection.DB, dbtest.Bruno.Caller(), tags.ListInput{})
	if err != nil {
		t.Fatal(err)
	}
	uses, err := tags.CountUse(t.Context(), connection.DB, found.Items)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[int64]page.Counted{1: {Rows: 2}, 2: {Rows: 1}, 3: {}, 1001: {Rows: 1003, More: true}} {
		if uses[id] != want {
			t.Errorf("tag %d is used by %+v, want %+v", id, uses[id], want)
		}
	}
	if none, err := tags.CountUse(t.Context(), connection.DB, nil); err != nil || len(none) != 0 {
		t.Errorf("no tags are used by %v (%v)", none, err)
	}
}
