package tasks_test

import (
	"context"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
)

// manyTagged returns a database with a tag of more associates than one statement changes.
func manyTagged(t *testing.T) *db.Connection {
	t.Helper()
	conn := dbtest.New(t)
	do(t, conn, `insert into users (id, user_code, associate_name, status, associate_status, tags)
		select 2000 + n, gen_random_uuid(), 'Pessoa ' || n, 'Associado', '5', '["VIP", "Prioritário"]' from generate_series(1, 2500) n`)
	return conn
}

func requestRename(t *testing.T, conn *db.Connection) tasks.Task {
	t.Helper()
	task, err := tasks.RequestTag(t.Context(), conn.DB, dbtest.Bruno.Caller(), tasks.RenameTag, tasks.TagChange{ID: 1, Name: "Primeiro"})
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func tagWorker(conn *db.Connection) tasks.TagWorker {
	return tasks.TagWorker{DB: conn.DB, Now: func() time.Time { return dbtest.Today }}
}

// Readers see either the earlier name everywhere or the new one, and the progress meanwhile; a killed process leaves the
// earlier name, and the next attempt changes all rows.
func TestChangeTag_AllAtOnce(t *testing.T) {
	t.Parallel()
	conn := manyTagged(t)
	task := requestRename(t, conn)
	if jobs := count(t, conn, "river_job where kind = 'change_tag' and queue = 'lengthy'"); jobs != 1 {
		t.Fatalf("%d jobs wait", jobs)
	}
	holding := conn.DB.Begin()
	if err := holding.Exec("select from users where id = 4400 for update").Error; err != nil {
		t.Fatal(err)
	}
	dying, die := context.WithCancel(t.Context())
	died := make(chan error, 1)
	go func() { died <- tagWorker(conn).ChangeTag(dying, task.ID) }()
	dbtest.AwaitLock(t, conn.Pool, 1)
	if half := find(t, conn, task.ID); half.Status != tasks.Running || half.Changed != 2_000 || half.Total != 2_500 {
		t.Errorf("meanwhile it is %+v", half)
	}
	if count(t, conn, `users where tags @> '["Prioritário"]'`) != 2_500 || count(t, conn, "tags where name = 'Prioritário'") != 1 {
		t.Error("a reader sees a part of the change")
	}
	die()
	if err := <-died; err == nil {
		t.Fatal("it did not break off")
	}
	if err := holding.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	if err := tagWorker(conn).ChangeTag(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	ended := find(t, conn, task.ID)
	if ended.Status != tasks.Done || ended.Changed != 2_500 || count(t, conn, `users where tags = '["VIP", "Primeiro"]'`) != 2_500 ||
		count(t, conn, "tags where id = 1 and name = 'Primeiro'") != 1 {
		t.Errorf("it ended as %+v", ended)
	}
}

// A task that is cancelled while it runs changes nothing.
func TestChangeTag_Cancelled(t *testing.T) {
	t.Parallel()
	conn := manyTagged(t)
	task := requestRename(t, conn)
	holding := conn.DB.Begin()
	defer holding.Rollback()
	if err := holding.Exec("select from users where id = 4400 for update").Error; err != nil {
		t.Fatal(err)
	}
	changed := make(chan error, 1)
	go func() { changed <- tagWorker(conn).ChangeTag(t.Context(), task.ID) }()
	dbtest.AwaitLock(t, conn.Pool, 1)
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); err != nil {
		t.Fatal(err)
	}
	if err := holding.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	if is := find(t, conn, task.ID); is.Status != tasks.Cancelled || count(t, conn, `users where tags @> '["Prioritário"]'`) != 2_500 ||
		count(t, conn, "tags where name = 'Prioritário'") != 1 {
		t.Errorf("it ended as %+v", is)
	}
}

func TestRequestTag_Refused(t *testing.T) {
	t.Parallel()
	conn := manyTagged(t)
	request := func(by dbtest.Operator, kind tasks.Kind, change tasks.TagChange) error {
		_, err := tasks.RequestTag(t.Context(), conn.DB, by.Caller(), kind, change)
		return err
	}
	for name, c := range map[string]struct {
		by     dbtest.Operator
		change tasks.TagChange
		code   string
	}{
		"Profissional": {dbtest.Renata, tasks.TagChange{ID: 1, Name: "X"}, errs.CodeForbidden},
		"Financeiro":   {dbtest.Fernando, tasks.TagChange{ID: 1, Name: "X"}, errs.CodeForbidden},
		"unknown":      {dbtest.Bruno, tasks.TagChange{ID: 99, Name: "X"}, errs.CodeNotFound},
		"no name":      {dbtest.Bruno, tasks.TagChange{ID: 1, Name: " "}, errs.CodeValidation},
		"another's":    {dbtest.Bruno, tasks.TagChange{ID: 1, Name: "URGENTE"}, errs.CodeConflict},
	} {
		if err := request(c.by, tasks.RenameTag, c.change); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if stored := count(t, conn, "tasks") + count(t, conn, "river_job"); stored != 0 {
		t.Errorf("%d tasks and jobs are stored", stored)
	}
	task := requestRename(t, conn)
	if err := request(dbtest.Bruno, tasks.DeleteTag, tasks.TagChange{ID: 1}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a second change: %v", err)
	}
	// A name that another tag got meanwhile fails the task.
	do(t, conn, "insert into tags (name) values ('PRIMEIRO')")
	if err := tagWorker(conn).ChangeTag(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	if is := find(t, conn, task.ID); is.Status != tasks.Failed || is.Failure == nil ||
		count(t, conn, `users where tags @> '["Prioritário"]'`) != 2_500 {
		t.Errorf("it ended as %+v", is)
	}
}
