package reception_test

import (
	"sync"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/errs"
)

// Three calls, two of them concurrent, create one item.
func TestEnqueueAssociate_Once(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	const pressed = 8
	items, entered := make([]reception.Item, pressed), make([]bool, pressed)
	var group sync.WaitGroup
	for i := range pressed {
		group.Go(func() {
			var err error
			if items[i], entered[i], err = reception.EnqueueAssociate(t.Context(), connection.DB, bruno, dbtest.Joao.ID); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	entries := 0
	for i := range pressed {
		if entered[i] {
			entries++
		}
		if items[i].ID == 0 || items[i].ID != items[0].ID {
			t.Errorf("item %d, want the one of the others, %d", items[i].ID, items[0].ID)
		}
	}
	if entries != 1 {
		t.Errorf("%d entered", entries)
	}
	// Ana's item has her e-mail and no code.
	item, again, err := reception.EnqueueAssociate(t.Context(), connection.DB, bruno, dbtest.Ana.ID)
	if err != nil || again || item.ID != dbtest.AnaWaits.ID {
		t.Errorf("Ana: item %d, entered %v (%v)", item.ID, again, err)
	}
	if _, _, err := reception.EnqueueAssociate(t.Context(), connection.DB, bruno, dbtest.Miguel.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a patient: %v", err)
	}
}

func TestOpenItemOf_Complete(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	ana, err := associates.FindFor(t.Context(), connection.DB, bruno, dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	if hidden, err := reception.OpenItemOf(t.Context(), connection.DB, dbtest.Fernando.Caller(), ana); err != nil || hidden.ID != 0 {
		t.Errorf("Financeiro sees %+v (%v)", hidden, err)
	}
	open, err := reception.OpenItemOf(t.Context(), connection.DB, bruno, ana)
	if err != nil || open.ID != dbtest.AnaWaits.ID {
		t.Fatalf("open: %+v (%v)", open, err)
	}
	if _, err := reception.Complete(t.Context(), connection.DB, bruno, reception.CompleteInput{ID: open.ID, Reason: "x"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("an unknown reason: %v", err)
	}
	for _, reason := range []reception.CompletionReason{reception.Pedido, reception.Servico} {
		done, err := reception.Complete(t.Context(), connection.DB, bruno, reception.CompleteInput{ID: open.ID, Reason: reason})
		if err != nil || done.CompletedAt == nil || *done.CompletionReason != reception.Pedido {
			t.Errorf("completed %+v (%v)", done, err)
		}
	}
	if left, err := reception.OpenItemOf(t.Context(), connection.DB, bruno, ana); err != nil || left.ID != 0 {
		t.Errorf("left %+v (%v)", left, err)
	}
	if _, err := reception.Complete(t.Context(), connection.DB, bruno,
		reception.CompleteInput{ID: 999, Reason: reception.Pedido}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown item: %v", err)
	}
}
