package history_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/history"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
)

func TestLatest_NewestFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for i, statement := range []string{
		`insert into files (id, file_name, content_type, size, sha256, storage_key, uploaded_by) values
			(1, 'receita.pdf', 'application/pdf', 1, repeat('a', 64), 'a', '` + dbtest.Ana.UserCode + `'),
			(2, 'laudo.pdf', 'application/pdf', 1, repeat('b', 64), 'b', '` + dbtest.Camila.UserCode + `')`,
		`insert into users_files (file_id, user_id, doc_kind, date_created) values (1, 2, 'prescription', '2026-11-20T15:00:01Z'), (2, 3, null, '2026-11-20T15:00:02Z')`,
		`insert into order_changes (order_id, action, actor_kind, actor_name, changes, date_created)
			values (1, 'update', 'operator', 'Bruno Acioli', '{"status": {"from": "Pago", "to": "Em separação"}}', '2026-11-20T15:00:03Z'),
				(1, 'update', 'operator', 'Bruno Acioli', '{"info": {"from": null, "to": "x"}}', '2026-11-20T15:00:04Z')`,
	} {
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(i, err)
		}
	}
	by := dbtest.Bruno.Caller().At(dbtest.Today.Add(5 * time.Second))
	if _, err := associates.Annotate(t.Context(), connection.DB, by, associates.AnnotateInput{ID: dbtest.Carla.ID, Text: "Ligou."}); err != nil {
		t.Fatal(err)
	}
	all, err := history.Latest(t.Context(), connection.DB, dbtest.Bruno.Caller(), 7)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []history.Activity{
		{Action: history.Annotated, ActorName: dbtest.Bruno.FullName(), ActorCode: dbtest.Bruno.UserCode, AssociateID: dbtest.Carla.ID, PersonName: dbtest.Carla.FullName()},
		{Action: history.ChangedOrder, ActorName: "Bruno Acioli", OrderID: 1},
		{Action: history.MovedOrder, ActorName: "Bruno Acioli", OrderID: 1, Status: "Em separação"},
		{Action: history.AttachedFile, ActorName: dbtest.Camila.Name, ActorCode: dbtest.Camila.UserCode, AssociateID: dbtest.Joao.ID, PersonName: dbtest.Joao.FullName()},
		// A file of a patient leads to the associate.
		{Action: history.SentFile, AssociateID: dbtest.Ana.ID, PersonName: dbtest.Miguel.FullName(), DocKind: "prescription"},
		{Action: history.Arrived, PersonName: dbtest.StrangerWaits.Name},
		{Action: history.Arrived, AssociateID: dbtest.Ana.ID, PersonName: dbtest.Ana.FullName()},
	} {
		got := all[i]
		got.At = time.Time{}
		if got != want {
			t.Errorf("activity %d is %+v, want %+v", i, got, want)
		}
	}
}

// Activities that a role may not read are missing.
func TestLatest_NotPermitted(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		by   auth.Caller
		acts map[history.Action]bool
	}{
		"Financeiro":   {dbtest.Fernando.Caller(), map[history.Action]bool{history.PlacedOrder: true, history.Registered: true}},
		"Profissional": {dbtest.Renata.Caller(), nil},
		"associate":    {auth.Caller{Kind: auth.Associate, Code: uuid.NewString()}, nil},
	} {
		all, err := history.Latest(t.Context(), connection.DB, c.by, 20)
		if err != nil || c.acts != nil && len(all) == 0 {
			t.Errorf("%s: %+v (%v)", name, all, err)
		}
		for _, activity := range all {
			if !c.acts[activity.Action] {
				t.Errorf("%s sees %+v", name, activity)
			}
		}
	}
}
