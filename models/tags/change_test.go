package tags_test

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	tag, err := tags.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), 1)
	if err != nil {
		t.Fatal(err)
	}
	version := db.VersionOf(connection.DB, &tag)
	edit := func(id int64, name string) error {
		input := tags.ChangeInput{ID: id, Version: version, Fields: tags.Fields{Name: patch.Of(name)}}
		_, err := tags.Change(t.Context(), connection.DB, auth.Caller{}.At(dbtest.Today.Add(time.Hour)), input)
		return err
	}
	if err := edit(1, "Primeiro"); err != nil {
		t.Fatal(err)
	}
	if err := edit(1, "Segundo"); !errs.IsStale(err) {
		t.Errorf("a stale edit gave %v", err)
	}
	// A change to equal values is no conflict.
	if err := edit(1, " Primeiro "); err != nil {
		t.Errorf("the same edit once more gave %v", err)
	}
	if err := edit(1, ""); !errs.IsStale(err) || errs.For(errs.FieldsOf(err), "name") == "" {
		t.Errorf("a stale edit without a name gave %v", err)
	}
	if err := edit(999, "Nada"); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown tag gave %v", err)
	}
	if tag, err = tags.FindFor(t.Context(), connection.DB, dbtest.Camila.Caller(), 1); err != nil || tag.Name != "Primeiro" {
		t.Errorf("stored is %+v (%v)", tag, err)
	}
}
