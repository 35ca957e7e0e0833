package tags_test

import (
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestAnEditIsOfTheEditionThatWasSeen(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	tag, err := tags.FindByID(t.Context(), connection.DB, 1)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := tag.Edition()
	if err != nil {
		t.Fatal(err)
	}
	edit := func(id int64, name string) error {
		input := tags.EditInput{ChangeInput: tags.ChangeInput{ID: id, Name: patch.Of(name)}, Edition: seen}
		_, err := tags.Edit(t.Context(), connection.DB, auth.Caller{}.At(dbtest.Today.Add(time.Hour)), input)
		return err
	}
	if err := edit(1, "Primeiro"); err != nil {
		t.Fatal(err)
	}
	if err := edit(1, "Segundo"); !patch.IsStale(err) {
		t.Errorf("a stale edit gave %v", err)
	}
	// What stands already as it is asked to be is no conflict.
	if err := edit(1, " Primeiro "); err != nil {
		t.Errorf("the same edit once more gave %v", err)
	}
	if err := edit(1, ""); !patch.IsStale(err) || errs.For(errs.FieldsOf(err), "name") == "" {
		t.Errorf("a stale edit without a name gave %v", err)
	}
	if err := edit(999, "Nada"); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown tag gave %v", err)
	}
	if tag, err = tags.FindByID(t.Context(), connection.DB, 1); err != nil || tag.Name != "Primeiro" {
		t.Errorf("stored is %+v (%v)", tag, err)
	}
}
