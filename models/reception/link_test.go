package reception_test

import (
	"testing"

	"github.com/google/uuid"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
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
