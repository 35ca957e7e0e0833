package tasks_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
)

// A field that a task set gets its earlier values again, but where it was changed after the task; the task is undone once, and the
// file of results says what was done to each row.
func TestRequestUndo_Field(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	do(t, conn, "update users set city = 'Cidade ' || id where id > 2000")
	do(t, conn, "update users set city = 'Rio Branco' where id = 2003")
	bruno := dbtest.Bruno.Caller().At(dbtest.Today)
	result, err := tasks.Apply(t.Context(), conn.DB, bruno, tasks.Input{Kind: tasks.SetField,
		Facts:      tasks.Facts{Field: groupedit.Input{Field: "city", Value: "Rio Branco"}},
		Associates: associates.ListInput{State: "AC"}})
	if err != nil || result.Task == nil {
		t.Fatalf("it returns %+v (%v)", result, err)
	}
	id := result.Task.ID
	if _, err := tasks.RequestUndo(t.Context(), conn.DB, bruno, id); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a task that has not ended: %v", err)
	}
	if ended := finish(t, conn, id); ended.Changed != many-1 || ended.PassedOver != 1 {
		t.Fatalf("it ended as %+v", ended)
	}
	rows := map[int64]tasks.Row{}
	if err := tasks.EachRow(t.Context(), conn.DB, find(t, conn, id), func(row tasks.Row) error { rows[row.RowID] = row; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(rows) != many || *rows[2001].Outcome != tasks.Changed || rows[2001].Before != "Cidade 2001" || *rows[2003].Outcome != tasks.PassedOver {
		t.Errorf("of %d rows the results are %+v, %+v", len(rows), rows[2001], rows[2003])
	}
	do(t, conn, "update users set city = 'Xapuri' where id = 2002")
	for who, by := range map[string]dbtest.Operator{"a colleague": dbtest.Priscila, "another role": dbtest.Fernando} {
		if _, err := tasks.RequestUndo(t.Context(), conn.DB, by.Caller().At(dbtest.Today), id); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s: %v", who, err)
		}
	}
	undoing, err := tasks.RequestUndo(t.Context(), conn.DB, bruno, id)
	if err != nil || undoing.Total != many-1 {
		t.Fatalf("undone by %+v (%v)", undoing, err)
	}
	if _, err := tasks.RequestUndo(t.Context(), conn.DB, bruno, id); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("undone twice: %v", err)
	}
	if by, err := tasks.UndoneBy(t.Context(), conn.DB, id); err != nil || by != undoing.ID {
		t.Errorf("it is undone by %d (%v)", by, err)
	}
	if ended := finish(t, conn, undoing.ID); ended.Changed != many-2 || ended.PassedOver != 1 {
		t.Errorf("the undoing ended as %+v", ended)
	}
	if back := count(t, conn, "users where id > 2000 and city = 'Cidade ' || id"); back != many-2 {
		t.Errorf("%d have their city again", back)
	}
	if count(t, conn, "users where (id = 2002 and city = 'Xapuri') or (id = 2003 and city = 'Rio Branco')") != 2 {
		t.Error("what was so before, or was changed later, is changed")
	}
	if _, err := tasks.RequestUndo(t.Context(), conn.DB, bruno, undoing.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("the undoing is undone: %v", err)
	}
}

// Undoing a tag leaves it on those who had it before.
func TestRequestUndo_Tag(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	do(t, conn, `update users set tags = '["Retorno"]' where id = 2005`)
	task := storedTask(t, conn, tasks.AddTag)
	if ended := finish(t, conn, task.ID); ended.Changed != many-1 || ended.PassedOver != 1 {
		t.Fatalf("it ended as %+v", ended)
	}
	undoing, err := tasks.RequestUndo(t.Context(), conn.DB, dbtest.Bruno.Caller().At(dbtest.Today), task.ID)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, conn, undoing.ID)
	if tagged := count(t, conn, `users where tags @> '["Retorno"]'`); tagged != 1 || count(t, conn, `users where id = 2005 and tags = '["Retorno"]'`) != 1 {
		t.Errorf("%d are tagged", tagged)
	}
}
