package contacts_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/reception/contacts"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Three calls, two of them concurrent, create one item.
func TestEnqueue_Once(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	const pressed = 8
	items, entered := make([]reception.Item, pressed), make([]bool, pressed)
	var group sync.WaitGroup
	for i := range pressed {
		group.Go(func() {
			var err error
			if items[i], entered[i], err = contacts.Enqueue(t.Context(), connection.DB, bruno, dbtest.Joao.ID); err != nil {
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
	item, again, err := contacts.Enqueue(t.Context(), connection.DB, bruno, dbtest.Ana.ID)
	if err != nil || again || item.ID != dbtest.AnaWaits.ID {
		t.Errorf("Ana: item %d, entered %v (%v)", item.ID, again, err)
	}
	if _, _, err := contacts.Enqueue(t.Context(), connection.DB, bruno, dbtest.Miguel.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a patient: %v", err)
	}
}

func TestOpen_Complete(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	ana, err := associates.FindFor(t.Context(), connection.DB, bruno, dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	if hidden, err := contacts.Open(t.Context(), connection.DB, dbtest.Fernando.Caller(), ana); err != nil || hidden.ID != 0 {
		t.Errorf("Financeiro sees %+v (%v)", hidden, err)
	}
	open, err := contacts.Open(t.Context(), connection.DB, bruno, ana)
	if err != nil || open.ID != dbtest.AnaWaits.ID {
		t.Fatalf("open: %+v (%v)", open, err)
	}
	if _, err := reception.Complete(t.Context(), connection.DB, bruno, reception.CompleteInput{ID: open.ID, Reason: "x"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("an unknown reason: %v", err)
	}
	for _, reason := range []triage.CompletionReason{triage.Pedido, triage.Servico} {
		done, err := reception.Complete(t.Context(), connection.DB, bruno, reception.CompleteInput{ID: open.ID, Reason: reason})
		if err != nil || done.CompletedAt == nil || *done.CompletionReason != triage.Pedido {
			t.Errorf("completed %+v (%v)", done, err)
		}
	}
	if left, err := contacts.Open(t.Context(), connection.DB, bruno, ana); err != nil || left.ID != 0 {
		t.Errorf("left %+v (%v)", left, err)
	}
	if _, err := reception.Complete(t.Context(), connection.DB, bruno,
		reception.CompleteInput{ID: 999, Reason: triage.Pedido}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown item: %v", err)
	}
}

// The visits of an associate are the open and the finished ones, with who completed them.
func TestOf(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `with done as (insert into reception (name, status, associate_code, completed_at, completion_reason, date_created)
			values ('Ana', 'done', $1, now(), 'Pedido', '2020-01-01') returning id)
		insert into reception_changes (item_id, action, actor_kind, actor_name) select id, 'complete', 'operator', 'Bruno Acioli' from done`,
		dbtest.Ana.UserCode)
	visits, err := contacts.Of(t.Context(), connection.DB, dbtest.Bruno.Caller(),
		associates.Associate{UserCode: uuid.MustParse(dbtest.Ana.UserCode)}, 5)
	if err != nil || len(visits) != 2 || visits[0].CompletedAt != nil || visits[0].CompletedBy != nil || visits[1].CompletedBy == nil ||
		*visits[1].CompletedBy != "Bruno Acioli" {
		t.Errorf("%+v (%v)", visits, err)
	}
}

func TestOf_NotPermitted(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, by := range map[string]auth.Caller{"Financeiro": dbtest.Fernando.Caller(), "Produção": dbtest.Priscila.Caller(),
		"Profissional": dbtest.Renata.Caller(), "nobody": {}} {
		visits, err := contacts.Of(t.Context(), connection.DB, by, associates.Associate{UserCode: uuid.MustParse(dbtest.Ana.UserCode)}, 5)
		if err != nil || len(visits) != 0 {
			t.Errorf("%s: %+v arrived (%v)", name, visits, err)
		}
	}
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}
