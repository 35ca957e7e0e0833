package tasks_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// An export is written with the owner's current permissions. A refusal of the list is stored as the
// reason and not tried again.
func TestExport_FailsWithReason(t *testing.T) {
	t.Parallel()
	for reason, spoil := range map[string]func(conn *db.Connection, fixture *exportFixture){
		"A conta de quem pediu não está mais ativa.": func(conn *db.Connection, _ *exportFixture) {
			do(t, conn, "update system_users set status = 'inactive' where id = 2")
		},
		"Quem pediu não tem mais acesso a esta lista.": func(conn *db.Connection, _ *exportFixture) {
			do(t, conn, `update system_users set permissions = '["Profissional"]' where id = 2`)
		},
		"A conta de quem pediu foi excluída.": func(conn *db.Connection, _ *exportFixture) {
			do(t, conn, "update tasks set owner_id = null")
		},
		"uma planilha tem no máximo 1.048.576 linhas": func(_ *db.Connection, fixture *exportFixture) {
			fixture.at = func(int) error { return errs.Invalid("export", "uma planilha tem no máximo 1.048.576 linhas") }
		},
	} {
		conn := manyAssociates(t)
		task := requestExport(t, conn)
		fixture := newExportFixture(conn)
		spoil(conn, fixture)
		ended := fixture.write(t, task.ID)
		if ended.Status != tasks.Failed || ended.Failure == nil || *ended.Failure != reason || count(t, conn, "export_chunks") != 0 {
			t.Errorf("%s: it ended as %+v", reason, ended)
		}
	}
}

// The request of a caller who may not read the list is refused and stores nothing.
func TestRequestExport_Permissions(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if _, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Renata.Caller(), list); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("a Profissional asks: %v", err)
	}
	long := list
	long.Query = "q=" + string(make([]byte, 4000))
	if _, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Bruno.Caller(), long); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("filters without an end: %v", err)
	}
	if stored := count(t, conn, "tasks") + count(t, conn, "river_job") + count(t, conn, "security_events"); stored != 0 {
		t.Errorf("%d rows are stored", stored)
	}
}

// Concurrent requests too are limited to three running exports of a person.
func TestRequestExport_MaximumRunning(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var asking sync.WaitGroup
	refused := make(chan error, 8)
	for range cap(refused) {
		asking.Go(func() {
			_, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Bruno.Caller(), list)
			refused <- err
		})
	}
	asking.Wait()
	close(refused)
	refusals := 0
	for err := range refused {
		if errs.HasCode(err, tasks.CodeTooManyExports) {
			refusals++
		} else if err != nil {
			t.Error(err)
		}
	}
	if running := count(t, conn, "exports"); running != 3 || refusals != 5 || count(t, conn, "river_job") != 3 {
		t.Errorf("%d are running, %d were refused", running, refusals)
	}
	if _, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Camila.Caller(), list); err != nil {
		t.Errorf("somebody else asks: %v", err)
	}
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Bruno.Caller(), 1); err != nil {
		t.Fatal(err)
	}
	again, err := tasks.RepeatExport(t.Context(), conn.DB, dbtest.Bruno.Caller(), 1)
	if err != nil || again.ID == 1 || again.File.Query != list.Query || again.File.Words[0] != "UF: AC" {
		t.Errorf("asked again it is %+v (%v)", again, err)
	}
}

// Only the owner can download a file, for a day and while they may read the list.
func TestOpenDownload_Permissions(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	done := newExportFixture(conn).write(t, requestExport(t, conn).ID)
	plain, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), inputForAcre(tasks.AddTag))
	if err != nil {
		t.Fatal(err)
	}
	download := func(by auth.Caller, id int64) string {
		_, err := tasks.OpenDownload(t.Context(), conn.DB, by, id)
		if refusal := errs.As(err); refusal != nil {
			return refusal.Code
		}
		return ""
	}
	bruno, demoted := dbtest.Bruno.Caller(), dbtest.Bruno.Caller()
	demoted.Roles = []auth.Role{auth.Profissional}
	for name, c := range map[string]struct{ got, want string }{
		"the owner":                  {download(bruno.At(dbtest.Today.Add(24*time.Hour-time.Second)), done.ID), ""},
		"a colleague":                {download(dbtest.Fernando.Caller(), done.ID), errs.CodeNotFound},
		"an administrator":           {download(dbtest.Camila.Caller(), done.ID), errs.CodeNotFound},
		"who may no longer read":     {download(demoted.At(dbtest.Today), done.ID), errs.CodeForbidden},
		"a day later":                {download(bruno.At(dbtest.Today.Add(24*time.Hour)), done.ID), errs.CodeNotFound},
		"a task that is no export":   {download(bruno.At(dbtest.Today), plain.Task.ID), errs.CodeNotFound},
		"one that never was":         {download(bruno.At(dbtest.Today), 99), errs.CodeNotFound},
		"an associate of the number": {download(auth.Caller{Kind: auth.Associate, ID: 1}.At(dbtest.Today), done.ID), errs.CodeNotFound},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
	if events := count(t, conn, "security_events where kind = 'list.exported'"); events != 1 {
		t.Errorf("%d events are stored, want one for the download", events)
	}
	for name, err := range map[string]error{
		"removed by an administrator": tasks.RemoveExport(t.Context(), conn.DB, dbtest.Camila.Caller(), done.ID),
		"removed, but no export":      tasks.RemoveExport(t.Context(), conn.DB, bruno, plain.Task.ID),
		"asked again by a colleague":  requestAgain(t, conn, dbtest.Fernando, done.ID),
	} {
		if !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tasks.RemoveExport(t.Context(), conn.DB, bruno, done.ID); err != nil ||
		count(t, conn, "export_chunks")+count(t, conn, "exports") != 0 {
		t.Errorf("something of it is left (%v)", err)
	}
}

func requestAgain(t *testing.T, conn *db.Connection, by dbtest.Operator, id int64) error {
	t.Helper()
	_, err := tasks.RepeatExport(t.Context(), conn.DB, by.Caller(), id)
	return err
}

// The end of a task is news only to its owner until they see it, unless they cancelled it.
func TestNewsFor_EndedTasks(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	expect := func(by dbtest.Operator, ended int, running bool) {
		t.Helper()
		news, err := tasks.NewsFor(t.Context(), conn.DB, by.Caller())
		if err != nil || len(news.Ended) != ended || news.Running != running {
			t.Errorf("%s has news of %d tasks, running %t (%v), want %d and %t", by.Name, len(news.Ended), news.Running, err, ended, running)
		}
	}
	expect(dbtest.Bruno, 0, false)
	first, second := requestExport(t, conn), requestExport(t, conn)
	expect(dbtest.Bruno, 0, true)
	done := newExportFixture(conn).write(t, first.ID)
	expect(dbtest.Bruno, 1, true)
	expect(dbtest.Camila, 0, false)
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Bruno.Caller(), second.ID); err != nil {
		t.Fatal(err)
	}
	expect(dbtest.Bruno, 1, false)
	if err := tasks.MarkSeen(t.Context(), conn.DB, dbtest.Camila.Caller(), done); err != nil {
		t.Fatal(err)
	}
	expect(dbtest.Bruno, 1, false)
	if err := tasks.MarkSeen(t.Context(), conn.DB, dbtest.Bruno.Caller(), done); err != nil {
		t.Fatal(err)
	}
	expect(dbtest.Bruno, 0, false)
	third := requestExport(t, conn)
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Camila.Caller(), third.ID); err != nil {
		t.Fatal(err)
	}
	expect(dbtest.Bruno, 1, false)
}

// An export stores the complete file or nothing.
func TestExport_StoringFails(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := requestExport(t, conn)
	fixture := newExportFixture(conn)
	ctx, die := context.WithCancel(t.Context())
	fixture.at = func(row int) error {
		if row == many-1 {
			die()
		}
		return nil
	}
	if err := fixture.exporter().WriteFile(ctx, task.ID); err == nil {
		t.Fatal("it did not break off")
	}
	if is := find(t, conn, task.ID); is.Status != tasks.Running || count(t, conn, "export_chunks") != 0 {
		t.Errorf("it is %+v", is)
	}
	do(t, conn, "alter table export_chunks add constraint export_chunks_full check (place < 1)")
	fixture = newExportFixture(conn)
	fixture.padding = 5_000
	_ = fixture.exporter().WriteFile(t.Context(), task.ID)
	if is := find(t, conn, task.ID); is.Status == tasks.Done || is.File.Size != nil || count(t, conn, "export_chunks") != 0 {
		t.Errorf("it is %+v", is)
	}
}
