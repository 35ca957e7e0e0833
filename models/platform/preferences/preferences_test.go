package preferences_test

import (
	"slices"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/preferences"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var (
	bruno = auth.Caller{Kind: auth.Operator, ID: dbtest.Bruno.ID}
	// An associate with Bruno's id.
	associate = auth.Caller{Kind: auth.Associate, ID: dbtest.Bruno.ID}
	camila    = auth.Caller{Kind: auth.Operator, ID: dbtest.Camila.ID}
)

func TestChoose_OwnOperatorOnly(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const letters preferences.Key[[]string] = "letras"
	for _, chosen := range [][]string{{"a"}, {"b", "c"}} {
		if err := letters.Choose(t.Context(), connection.DB, bruno.At(dbtest.Today), chosen); err != nil {
			t.Fatal(err)
		}
		if got, err := letters.Of(t.Context(), connection.DB, bruno); err != nil || !slices.Equal(got, chosen) {
			t.Errorf("Bruno chose %v, kept is %v (%v)", chosen, got, err)
		}
	}
	for _, other := range []auth.Caller{camila, associate, {}} {
		if got, err := letters.Of(t.Context(), connection.DB, other); err != nil || got != nil {
			t.Errorf("%v reads %v (%v)", other.Kind, got, err)
		}
	}
	if err := letters.Choose(t.Context(), connection.DB, associate.At(dbtest.Today), []string{"x"}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("an associate chooses: %v", err)
	}
	// A stored choice of another type counts as absent.
	const number preferences.Key[int] = "letras"
	if got, err := number.Of(t.Context(), connection.DB, bruno); err != nil || got != 0 {
		t.Errorf("read as a number: %v (%v)", got, err)
	}
	if err := letters.Forget(t.Context(), connection.DB, bruno); err != nil {
		t.Fatal(err)
	}
	if got, err := letters.Of(t.Context(), connection.DB, bruno); err != nil || got != nil {
		t.Errorf("after forgetting: %v (%v)", got, err)
	}
}

func TestChooseColumns(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	offered := []string{"numero", "itens", "total"}
	choose := func(columns ...string) error {
		return preferences.ChooseColumns(t.Context(), connection.DB, bruno.At(dbtest.Today),
			preferences.ColumnsInput{List: "pedidos", Columns: columns, Offered: offered})
	}
	for _, c := range []struct{ sent, want []string }{
		{[]string{"total", "numero", "total"}, []string{"numero", "total"}}, {[]string{"itens"}, []string{"itens"}}, {nil, nil},
	} {
		if err := choose(c.sent...); err != nil {
			t.Fatal(err)
		}
		if got, err := preferences.Columns(t.Context(), connection.DB, bruno, "pedidos"); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v is kept as %v (%v)", c.sent, got, err)
		}
	}
	if err := choose("itens", "senha"); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("an unknown column: %v", err)
	}
	if got, err := preferences.Columns(t.Context(), connection.DB, bruno, "pedidos"); err != nil || got != nil {
		t.Errorf("after a refusal: %v (%v)", got, err)
	}
}
