package reception_test

import (
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

func TestLink_AndBack(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	linked, err := reception.Link(t.Context(), tx, bruno,
		reception.LinkInput{ID: dbtest.StrangerWaits.ID, AssociateCode: uuid.MustParse(dbtest.Joao.UserCode)})
	if err != nil || !linked.IsAssociate || *linked.AssociateName != dbtest.Joao.FullName() {
		t.Fatalf("%+v (%v)", linked, err)
	}
	unlinked, err := reception.Unlink(t.Context(), tx, bruno, linked.ID)
	if err != nil || unlinked.IsAssociate || unlinked.AssociateCode != nil || unlinked.DisplayName() != dbtest.StrangerWaits.Name {
		t.Errorf("%+v (%v)", unlinked, err)
	}
	events, err := reception.History(t.Context(), tx, linked.ID)
	if err != nil || len(events) != 2 || events[1].Action != reception.Linked || *events[1].To != dbtest.Joao.UserCode ||
		*events[0].ActorName != dbtest.Bruno.FullName() {
		t.Errorf("history %+v (%v)", events, err)
	}
	if _, err := reception.Unlink(t.Context(), tx, bruno, 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown item: %v", err)
	}
}

// A wrong link leaves nothing of the wrong person; what was typed is there again.
func TestUnlink_Typed(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	joao, carla, rosa := uuid.MustParse(dbtest.Joao.UserCode), uuid.MustParse(dbtest.Carla.UserCode), "Rosa Lima"
	phone := reception.Fields{Phone: patch.Of("48999991234")}
	for name, c := range map[string]struct {
		input reception.EnqueueInput
		want  string
	}{
		"typed as the associate's": {reception.EnqueueInput{AssociateName: &rosa}, rosa},
		"typed with a telephone":   {reception.EnqueueInput{AssociateName: &rosa, Fields: phone}, rosa},
		"a name of its own": {reception.EnqueueInput{AssociateName: &rosa, Fields: reception.Fields{Name: patch.Of("Rosa")}},
			"Rosa"},
		"a telephone":        {reception.EnqueueInput{Fields: phone}, ""},
		"nothing":            {reception.EnqueueInput{AssociateCode: &joao}, dbtest.Carla.FullName()},
		"typed with a code":  {reception.EnqueueInput{AssociateCode: &joao, AssociateName: &rosa}, rosa},
		"resolved and typed": {reception.EnqueueInput{AssociateCode: &carla, AssociateName: new(dbtest.Carla.FullName()), Fields: phone}, ""},
	} {
		item, err := reception.Enqueue(t.Context(), tx, bruno, c.input)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range []uuid.UUID{joao, carla} {
			if _, err := reception.Link(t.Context(), tx, bruno, reception.LinkInput{ID: item.ID, AssociateCode: code}); err != nil {
				t.Fatal(err)
			}
		}
		item, err = reception.Unlink(t.Context(), tx, bruno, item.ID)
		if err != nil || texts.Of(item.Name) != c.want || item.AssociateName != nil {
			t.Errorf("%s: %+v (%v)", name, item, err)
		}
	}
}
