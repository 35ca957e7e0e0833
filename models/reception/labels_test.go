package reception_test

import (
	"fmt"
	"slices"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestAddLabel(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Bruno.Caller()
	var item reception.Item
	var err error
	for _, tag := range []string{"Urgente", " Retorno ", "Urgente"} {
		if item, err = reception.AddLabel(t.Context(), connection.DB, by, reception.LabelInput{ID: dbtest.AnaWaits.ID, Tag: tag}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(item.Labels, []string{"Urgente", "Retorno"}) {
		t.Errorf("the tags are %q", item.Labels)
	}
	if item, err = reception.RemoveLabel(t.Context(), connection.DB, by,
		reception.LabelInput{ID: dbtest.AnaWaits.ID, Tag: "Urgente"}); err != nil || !slices.Equal(item.Labels, []string{"Retorno"}) {
		t.Errorf("after the removal %q (%v)", item.Labels, err)
	}
	if _, err = reception.AddLabel(t.Context(), connection.DB, by, reception.LabelInput{ID: dbtest.AnaWaits.ID, Tag: " "}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("a blank tag: %v", err)
	}
	if _, err = reception.AddLabel(t.Context(), connection.DB, by, reception.LabelInput{ID: 9999, Tag: "Urgente"}); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("an unknown item: %v", err)
	}
}

// Tags come by JSON as in other collections: without repetitions, at most 50.
func TestChange_Labels(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	change := func(labels []string) (reception.Item, error) {
		return reception.Change(t.Context(), connection.DB, dbtest.Bruno.Caller(),
			reception.ChangeInput{ID: dbtest.AnaWaits.ID, Fields: reception.Fields{Labels: patch.Of(labels)}})
	}
	if item, err := change([]string{"A", " A", "B"}); err != nil || !slices.Equal(item.Labels, []string{"A", "B"}) {
		t.Errorf("stored as %q (%v)", item.Labels, err)
	}
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	if _, err := change(many); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("51 tags: %v", err)
	}
}
