package tasks_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
)

// many is the number of associates that manyAssociates inserts: more than three chunks.
const many = 650

// manyAssociates returns a database with many associates of Acre, whose ids begin at 2001.
func manyAssociates(t *testing.T) *db.Connection {
	t.Helper()
	conn := dbtest.New(t)
	do(t, conn, `insert into users (id, user_code, associate_name, email_account, status, associate_status, state)
		select 2000 + n, gen_random_uuid(), 'Pessoa ' || n, 'p' || n || '@exemplo.org.br', 'Associado', '5', 'AC' from generate_series(1, $1) n`,
		many)
	return conn
}

func do(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, conn *db.Connection, query string) (number int) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), "select count(*) from "+query).Scan(&number); err != nil {
		t.Fatal(err)
	}
	return number
}

func inputForAcre(kind tasks.Kind) tasks.Input {
	input := tasks.Input{Kind: kind, Associates: associates.ListInput{State: "AC"}}
	if kind.HasTag() {
		input.Tag = " Retorno "
	}
	return input
}

// storedTask stores a task of Bruno's for the associates of Acre.
func storedTask(t *testing.T, conn *db.Connection, kind tasks.Kind) tasks.Task {
	t.Helper()
	result, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), inputForAcre(kind))
	if err != nil || result.Task == nil || result.Task.Total != many {
		t.Fatalf("Apply returns %+v (%v), want a task for %d", result, err, many)
	}
	return *result.Task
}

func newWorker(conn *db.Connection) tasks.Worker {
	return tasks.Worker{DB: conn.DB, Now: func() time.Time { return dbtest.Today }}
}

// finish runs a task to its end.
func finish(t *testing.T, conn *db.Connection, id int64) tasks.Task {
	t.Helper()
	for hasMore := true; hasMore; {
		var err error
		if hasMore, err = newWorker(conn).WorkChunk(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	return find(t, conn, id)
}

func find(t *testing.T, conn *db.Connection, id int64) tasks.Task {
	t.Helper()
	task, err := tasks.FindFor(t.Context(), conn.DB, dbtest.Camila.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// For few associates the action is done within the request; other associates are not changed.
func TestApply_WithinRequest(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	input := inputForAcre(tasks.AddTag)
	input.Associates.State = "SC"
	if result, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), input); err != nil || result.UndoID == 0 ||
		result.Task != nil || result.Changed != 3 || result.PassedOver != 0 {
		t.Errorf("it returns %+v (%v)", result, err)
	}
	input.Kind = tasks.Enqueue
	if result, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), input); err != nil || result.UndoID == 0 ||
		result.Task != nil || result.Changed != 2 || result.PassedOver != 1 {
		t.Errorf("Ana is already waiting, and it returns %+v (%v)", result, err)
	}
	if tagged, stored := count(t, conn, `users where tags = '["Retorno"]'`), count(t, conn, "tasks"); tagged != 3 || stored != 0 {
		t.Errorf("%d are tagged, %d tasks are stored", tagged, stored)
	}
}

// A task is for the associates that match the filter at the time of the request.
func TestApply_ForFoundRows(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := storedTask(t, conn, tasks.AddTag)
	if jobs, tagged := count(t, conn, "river_job where kind = 'work_task'"), count(t, conn, "users where tags <> '[]'"); jobs != 1 ||
		tagged != 0 {
		t.Fatalf("%d jobs wait, %d are tagged", jobs, tagged)
	}
	do(t, conn, "update users set state = 'AC' where id = 1")
	do(t, conn, "update users set state = 'SP' where id = 2001")
	ended := finish(t, conn, task.ID)
	if ended.Status != tasks.Done || ended.Changed != many || ended.DateEnded == nil || ended.DateStarted == nil {
		t.Errorf("it ended as %+v", ended)
	}
	if tagged := count(t, conn, `users where tags = '["Retorno"]' and id > 2000`); tagged != many {
		t.Errorf("%d of the found associates are tagged", tagged)
	}
	if count(t, conn, "task_rows where outcome = 'changed'") != many || count(t, conn, `users where id = 1 and tags <> '[]'`) != 0 {
		t.Error("another associate is tagged, or results are missing")
	}
	untagged := finish(t, conn, storedTask(t, conn, tasks.RemoveTag).ID)
	if left := count(t, conn, `users where tags <> '[]'`); untagged.Changed != many-1 || untagged.PassedOver != 1 || left != 1 {
		t.Errorf("%d are tagged, want the one who moved away: %+v", left, untagged)
	}
}

// An interrupted chunk is processed again as a whole, and no other chunk is; otherwise associates enqueued twice would
// count as skipped.
func TestWorkChunk_Interrupted(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := storedTask(t, conn, tasks.Enqueue)
	if _, err := newWorker(conn).WorkChunk(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	holding := conn.DB.Begin()
	if err := holding.Exec("select from users where id = 2300 for update").Error; err != nil {
		t.Fatal(err)
	}
	dying, die := context.WithCancel(t.Context())
	died := make(chan error, 1)
	go func() {
		_, err := newWorker(conn).WorkChunk(dying, task.ID)
		died <- err
	}()
	dbtest.AwaitLock(t, conn.Pool, 1)
	die()
	if err := <-died; err == nil {
		t.Fatal("it did not break off")
	}
	if err := holding.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	if half := find(t, conn, task.ID); half.Changed != 200 || count(t, conn, "reception where id > 1000") != 200 {
		t.Fatalf("after the interruption it is %+v", half)
	}
	ended := finish(t, conn, task.ID)
	if ended.Status != tasks.Done || ended.Changed != many || ended.PassedOver != 0 {
		t.Errorf("it ended as %+v", ended)
	}
	if waiting, people := count(t, conn, "reception where id > 1000"),
		count(t, conn, "(select distinct associate_code from reception where id > 1000) r"); waiting != many || people != many {
		t.Errorf("%d items of %d people wait, want %d", waiting, people, many)
	}
}

func TestWorkChunk_Cancelled(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := storedTask(t, conn, tasks.AddTag)
	if hasMore, err := newWorker(conn).WorkChunk(t.Context(), task.ID); err != nil || !hasMore {
		t.Fatal(hasMore, err)
	}
	for _, stranger := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		if _, err := tasks.Cancel(t.Context(), conn.DB, stranger.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s cancels it: %v", stranger.Name, err)
		}
	}
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); err != nil {
		t.Fatal(err)
	}
	ended := finish(t, conn, task.ID)
	if ended.Status != tasks.Cancelled || ended.Processed() != 200 || count(t, conn, "users where tags <> '[]'") != 200 {
		t.Errorf("it ended as %+v", ended)
	}
	if again, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Camila.Caller().At(dbtest.Today.Add(time.Hour)), task.ID); err != nil ||
		!again.DateEnded.Equal(dbtest.Today) {
		t.Errorf("cancelled again: %+v (%v)", again, err)
	}
}

// A refused associate does not stop the task, and is listed with the reason.
func TestWorkChunk_Refusals(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := storedTask(t, conn, tasks.AddTag)
	do(t, conn, "delete from users where id = 2007")
	do(t, conn, "update users set tags = (select jsonb_agg('t' || n) from generate_series(1, 50) n) where id = 2400")
	ended := finish(t, conn, task.ID)
	if ended.Status != tasks.Done || ended.Changed != many-2 || ended.Refused != 2 || count(t, conn, "task_rows where outcome is null") != 2 {
		t.Errorf("it ended as %+v", ended)
	}
	var refused []tasks.Row
	err := tasks.EachFailure(t.Context(), conn.DB, ended, func(refusal tasks.Row) error {
		refused = append(refused, refusal)
		return nil
	})
	want := []tasks.Row{{RowID: 2007, Reason: "Associado não encontrado."}, {RowID: 2400, Name: "Pessoa 400", Reason: "deve ter no máximo 50 etiquetas"}}
	if err != nil || !slices.Equal(refused, want) {
		t.Errorf("refused were %+v (%v)", refused, err)
	}
}

// The owner's current permissions apply, not those at the time of the request.
func TestWorkChunk_OwnerLosesPermission(t *testing.T) {
	t.Parallel()
	for reason, statement := range map[string]string{
		"A conta de quem pediu não está mais ativa.":                                                       "update system_users set status = 'inactive' where id = 2",
		"Seu papel não permite alterar cadastros de associados. Quem administra o Acolhe pode mudar isso.": `update system_users set permissions = '["Financeiro"]' where id = 2`,
		"A conta de quem pediu foi excluída.":                                                              "update tasks set owner_id = null",
	} {
		conn := manyAssociates(t)
		task := storedTask(t, conn, tasks.AddTag)
		do(t, conn, statement)
		ended := finish(t, conn, task.ID)
		if ended.Status != tasks.Failed || ended.Failure == nil || *ended.Failure != reason || count(t, conn, "users where tags <> '[]'") != 0 {
			t.Errorf("%s: it ended as %+v", statement, ended)
		}
	}
}

func TestApply_Refused(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	for _, c := range []struct {
		name  string
		by    dbtest.Operator
		code  string
		input func(*tasks.Input)
	}{
		{"Financeiro", dbtest.Fernando, errs.CodeForbidden, func(*tasks.Input) {}},
		{"Produção", dbtest.Priscila, errs.CodeForbidden, func(in *tasks.Input) { in.Kind = tasks.Enqueue }},
		{"no tag", dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Tag = " " }},
		{"a long tag", dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Tag = string(make([]rune, 61)) }},
		{"nobody", dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Associates = associates.ListInput{IDs: []int64{}} }},
		{"nobody found", dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Associates.State = "RR" }},
		{"no filter", dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Associates.State = "ZZ" }},
	} {
		input := inputForAcre(tasks.AddTag)
		c.input(&input)
		if result, err := tasks.Apply(t.Context(), conn.DB, c.by.Caller(), input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %+v (%v), want %s", c.name, result, err, c.code)
		}
	}
	if stored := count(t, conn, "tasks") + count(t, conn, "river_job"); stored != 0 {
		t.Errorf("%d tasks and jobs are stored", stored)
	}
}

// Operators see their own tasks, administrators all tasks.
func TestFindFor_Owner(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := storedTask(t, conn, tasks.AddTag)
	for operator, want := range map[dbtest.Operator]int{dbtest.Bruno: 1, dbtest.Camila: 1, dbtest.Fernando: 0} {
		list, err := tasks.ListFor(t.Context(), conn.DB, operator.Caller())
		if err != nil || len(list) != want {
			t.Errorf("%s sees %d tasks (%v), want %d", operator.Name, len(list), err, want)
		}
		if _, err := tasks.FindFor(t.Context(), conn.DB, operator.Caller(), task.ID); (err == nil) != (want == 1) {
			t.Errorf("%s finds it: %v", operator.Name, err)
		}
	}
}
