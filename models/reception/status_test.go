package reception_test

import (
	"maps"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
)

func TestComplete_StatusIsDone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	tx := connection.DB
	item, err := reception.Complete(t.Context(), tx, bruno, reception.CompleteInput{ID: dbtest.AnaWaits.ID, Reason: triage.Servico})
	if err != nil || item.Status != "done" || item.CompletedAt == nil || *item.CompletionReason != triage.Servico {
		t.Fatalf("%+v (%v)", item, err)
	}
	counts, err := queue.CountAllByStatus(t.Context(), tx, bruno)
	if err != nil || counts["done"] != 2 || counts["waiting"] != 1 || counts["in_progress"] != 0 {
		t.Errorf("%v (%v)", counts, err)
	}
	item, err = reception.SetStatus(t.Context(), tx, bruno, reception.StatusInput{ID: item.ID, Status: "waiting"})
	if err != nil || item.CompletedAt != nil || item.CompletionReason != nil {
		t.Errorf("opened again as %+v (%v)", item, err)
	}
	if _, err := reception.SetStatus(t.Context(), tx, bruno, reception.StatusInput{ID: item.ID, Status: "elsewhere"}); paths(err) != "status" {
		t.Errorf("an unknown status: %v", err)
	}
	// The items of a status that is no longer configured are counted, one that had items and has none left is not named.
	execute(t, connection, `insert into reception (name, status, source, date_created, date_updated) values ('Rosa', 'antigo', 'panel', now(), now());
		update reception set status = 'velho' where name = 'Rosa'`)
	counts, err = queue.CountAllByStatus(t.Context(), tx, bruno)
	if want := map[string]int{"waiting": 2, "in_progress": 0, "done": 1, "velho": 1}; err != nil || !maps.Equal(counts, want) {
		t.Errorf("%v, want %v (%v)", counts, want, err)
	}
}
