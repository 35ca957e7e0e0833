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

// An export is written with the current permission; what the list refuses is told, and not tried again.
func TestExport_FailsWithReason(t *testing.T) {
	t.Parallel()
	for reason, spoil := range map[string]func(conn *db.Connection, press *press){
		"A conta de quem pediu não está mais ativa.": func(conn *db.Connection, _ *press) {
			do(t, conn, "update system_users set status = 'inactive' where id = 2")
		},
		"Quem pediu não tem mais acesso a esta lista.": func(conn *db.Connection, _ *press) {
			do(t, conn, `update system_users set permissions = '["Profissional"]' where id = 2`)
		},
		"A conta de quem pediu foi excluída.": func(conn *db.Connection, _ *press) {
			do(t, conn, "update tasks set owner_id = null")
		},
		"uma planilha tem no máximo 1.048.576 linhas": func(_ *db.Connection, press *press) {
			press.at = func(int) error { return errs.Invalid("export", "uma planilha tem no máximo 1.048.576 linhas") }
		},
	} {
		conn := crowd(t)
		task := asked(t, conn)
		press := newPress(conn)
		spoil(conn, press)
		ended := press.write(t, task.ID)
		if ended.Status != tasks.Failed || ended.Failure == nil || *ended.Failure != reason || count(t, conn, "export_chunks") != 0 {
			t.Errorf("%s: it ended as %+v", reason, ended)
		}
	}
}

// A list that is asked for by who may not read it is refused before anything is stored.
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

// Three may be under way, however they are asked for; a fourth waits for its person to decide.
func TestRequestExport_ThreeAtOnce(t *testing.T) {
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
	said := 0
	for err := range refused {
		if errs.HasCode(err, tasks.CodeTooManyExports) {
			said++
		} else if err != nil {
			t.Error(err)
		}
	}
	if underWay := count(t, conn, "exports"); underWay != 3 || said != 5 || count(t, conn, "river_job") != 3 {
		t.Errorf("%d are under way, %d were refused", underWay, said)
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

// A file is its owner's alone, while they may read the list and for a day.
func TestOpenDownload_Permissions(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	done := newPress(conn).write(t, asked(t, conn).ID)
	plain, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), acre(tasks.AddTag))
	if err != nil {
		t.Fatal(err)
	}
	take := func(by auth.Caller, id int64) string {
		_, err := tasks.OpenDownload(t.Context(), conn.DB, by, id)
		if refusal := errs.As(err); refusal != nil {
			return refusal.Code
		}
		return ""
	}
	bruno, demoted := dbtest.Bruno.Caller(), dbtest.Bruno.Caller()
	demoted.Roles = []auth.Role{auth.Profissional}
	for name, c := range map[string]struct{ got, want string }{
		"the owner":                  {take(bruno.At(dbtest.Today.Add(24*time.Hour-time.Second)), done.ID), ""},
		"a colleague":                {take(dbtest.Fernando.Caller(), done.ID), errs.CodeNotFound},
		"an administrator":           {take(dbtest.Camila.Caller(), done.ID), errs.CodeNotFound},
		"who may no longer read":     {take(demoted.At(dbtest.Today), done.ID), errs.CodeForbidden},
		"a day later":                {take(bruno.At(dbtest.Today.Add(24*time.Hour)), done.ID), errs.CodeNotFound},
		"a task that is no export":   {take(bruno.At(dbtest.Today), plain.Task.ID), errs.CodeNotFound},
		"one that never was":         {take(bruno.At(dbtest.Today), 99), errs.CodeNotFound},
		"an associate of the number": {take(auth.Caller{Kind: auth.Associate, ID: 1}.At(dbtest.Today), done.ID), errs.CodeNotFound},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
	if events := count(t, conn, "security_events where kind = 'list.exported'"); events != 1 {
		t.Errorf("%d events are kept, want one of who took it", events)
	}
	for name, err := range map[string]error{
		"removed by an administrator": tasks.RemoveExport(t.Context(), conn.DB, dbtest.Camila.Caller(), done.ID),
		"removed, but no export":      tasks.RemoveExport(t.Context(), conn.DB, bruno, plain.Task.ID),
		"asked again by a colleague":  again(t, conn, dbtest.Fernando, done.ID),
	} {
		if !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tasks.RemoveExport(t.Context(), conn.DB, bruno, done.ID); err != nil || count(t, conn, "export_chunks")+count(t, conn, "exports") != 0 {
		t.Errorf("something of it is left (%v)", err)
	}
}

func again(t *testing.T, conn *db.Connection, by dbtest.Operator, id int64) error {
	t.Helper()
	_, err := tasks.RepeatExport(t.Context(), conn.DB, by.Caller(), id)
	return err
}

// An end is news to its owner until they look, and to nobody else; who cancels knows already.
func TestNewsFor_EndedTasks(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	expect := func(by dbtest.Operator, ended int, goingOn bool) {
		t.Helper()
		news, err := tasks.NewsFor(t.Context(), conn.DB, by.Caller())
		if err != nil || len(news.Ended) != ended || news.GoingOn != goingOn {
			t.Errorf("%s learns of %d, going on %t (%v), want %d and %t", by.Name, len(news.Ended), news.GoingOn, err, ended, goingOn)
		}
	}
	expect(dbtest.Bruno, 0, false)
	first, second := asked(t, conn), asked(t, conn)
	expect(dbtest.Bruno, 0, true)
	done := newPress(conn).write(t, first.ID)
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
	third := asked(t, conn)
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Camila.Caller(), third.ID); err != nil {
		t.Fatal(err)
	}
	expect(dbtest.Bruno, 1, false)
}

// The reading and the keeping are one thing to whoever looks: there is a whole file or none.
func TestExport_StoringFails(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	task := asked(t, conn)
	press := newPress(conn)
	ctx, die := context.WithCancel(t.Context())
	press.at = func(row int) error {
		if row == many-1 {
			die()
		}
		return nil
	}
	if err := press.exporter().WriteFile(ctx, task.ID); err == nil {
		t.Fatal("it did not break off")
	}
	if is := find(t, conn, task.ID); is.Status != tasks.Running || count(t, conn, "export_chunks") != 0 {
		t.Errorf("it is %+v", is)
	}
	do(t, conn, "alter table export_chunks add constraint export_chunks_full check (place < 1)")
	press = newPress(conn)
	press.padding = 5_000
	_ = press.exporter().WriteFile(t.Context(), task.ID)
	if is := find(t, conn, task.ID); is.Status == tasks.Done || is.File.Size != nil || count(t, conn, "export_chunks") != 0 {
		t.Errorf("it is %+v", is)
	}
}
