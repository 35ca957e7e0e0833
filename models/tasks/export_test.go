package tasks_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/mail"
	"acolhe/models/tasks"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

var errDied = errors.New("the process died")

var list = exports.Request{List: "associados", Collection: "users", Query: "uf=AC", Format: "csv", Summary: []string{"UF: AC"}}

// exportFixture exports the associates of Acre and calls at before each row.
type exportFixture struct {
	conn      *db.Connection
	semaphore exports.Semaphore
	at        func(row int) error
	mail      mail.Outbox
	// padding is the number of bytes added to each row.
	padding int
}

func newExportFixture(conn *db.Connection) *exportFixture {
	return &exportFixture{conn: conn, semaphore: exports.NewSemaphore(), at: func(int) error { return nil }}
}

func (f *exportFixture) exporter() tasks.Exporter {
	return tasks.Exporter{DB: f.conn.DB, Now: func() time.Time { return dbtest.Today }, Semaphore: f.semaphore, Prepare: f.prepare,
		Mail: f.mail}
}

func (f *exportFixture) prepare(ctx context.Context, by auth.Caller, request exports.Request) (exports.File, error) {
	export, err := f.prepareList(ctx, by, request)
	if err != nil {
		return exports.File{}, err
	}
	return export.File(), nil
}

func (f *exportFixture) prepareList(ctx context.Context, by auth.Caller, request exports.Request) (*exports.Export, error) {
	input := associates.ListInput{State: "AC", Sort: "name"}
	pad := strings.Repeat("x", f.padding)
	row := 0
	return exports.Prepare(ctx, exports.Source{DB: f.conn.DB, Semaphore: f.semaphore}, exports.List[associates.Listed]{
		Request: request, By: by,
		Columns: []exports.Column[associates.Listed]{{Name: "Nome", Kind: kind.Text,
			Value: func(a associates.Listed) string { return a.FullName() + pad }}},
		Count: func(ctx context.Context, tx *db.DB, most int) (page.Counted, error) {
			return associates.Count(ctx, tx, by, input, most)
		},
		Each: func(ctx context.Context, tx *db.DB, take func(associates.Listed) error) error {
			return associates.Each(ctx, tx, by, input, func(a associates.Listed) error {
				if err := f.at(row); err != nil {
					return err
				}
				row++
				return take(a)
			})
		},
	})
}

func (f *exportFixture) write(t *testing.T, id int64) tasks.Task {
	t.Helper()
	if err := f.exporter().WriteFile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return find(t, f.conn, id)
}

// requestExport requests an export as Bruno.
func requestExport(t *testing.T, conn *db.Connection) tasks.Task {
	t.Helper()
	task, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Bruno.Caller(), list)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// downloadFile returns the file of an export as Bruno downloads it.
func downloadFile(t *testing.T, conn *db.Connection, id int64) string {
	t.Helper()
	download, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := download.Write(t.Context(), &file); err != nil || int64(file.Len()) != download.Size {
		t.Fatalf("%d bytes leave of %d (%v)", file.Len(), download.Size, err)
	}
	return file.String()
}

// The file holds every row and is complete, its owner is notified, and events record the request
// and the download.
func TestExport_WrittenAndDownloaded(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := requestExport(t, conn)
	if jobs := count(t, conn, "river_job where kind = 'write_export' and queue = 'lengthy'"); jobs != 1 || task.Status != tasks.Waiting {
		t.Fatalf("%d jobs wait for %+v", jobs, task)
	}
	if _, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a missing file was downloaded: %v", err)
	}
	key, err := encryption.NewKey([]byte("0123456789abcdefghijklmnopqrstuv"))
	if err != nil {
		t.Fatal(err)
	}
	fixture := newExportFixture(conn)
	fixture.mail = mail.Outbox{Key: key, Configured: true}
	done := fixture.write(t, task.ID)
	if done.Status != tasks.Done || done.Changed != many || done.Total != many ||
		!done.File.DateExpires.Equal(dbtest.Today.Add(24*time.Hour)) {
		t.Fatalf("it ended as %+v", done)
	}
	file := downloadFile(t, conn, task.ID)
	if lines := strings.Count(file, "\r\n"); lines != many+1 || !strings.Contains(file, "\r\nPessoa 650\r\n") {
		t.Errorf("the file has %d lines, want a head and %d rows", lines, many)
	}
	for events, want := range map[string]int{
		`kind = 'list.export_asked' and actor_name = 'Bruno Acioli' and details = '{"asked": ["UF: AC"]}'`:          1,
		`kind = 'list.exported' and actor_name = 'Bruno Acioli' and details = '{"rows": 650, "asked": ["UF: AC"]}'`: 1,
	} {
		if stored := count(t, conn, "security_events where "+events); stored != want {
			t.Errorf("%d events are %s, want %d", stored, events, want)
		}
	}
	if mails := count(t, conn, "mails where kind = 'export_ready' and recipient = '"+dbtest.Bruno.Email+"'"); mails != 1 {
		t.Errorf("%d mails are sent, want 1", mails)
	}
	if again := fixture.write(t, task.ID); again.Changed != many || count(t, conn, "export_chunks") != 1 {
		t.Errorf("written again it is %+v", again)
	}
}

// A file of many chunks is downloaded as it was written.
func TestExport_ManyChunks(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	fixture := newExportFixture(conn)
	fixture.padding = 5_000
	done := fixture.write(t, requestExport(t, conn).ID)
	if chunks := count(t, conn, "export_chunks"); chunks != 4 || *done.File.Size < 3<<20 {
		t.Errorf("%d bytes are stored in %d chunks", *done.File.Size, chunks)
	}
	var complete bytes.Buffer
	export, err := fixture.prepareList(t.Context(), dbtest.Bruno.Caller(), list)
	if err == nil {
		_, err = export.Save(t.Context(), &complete, func(int, int) error { return nil })
	}
	if got := downloadFile(t, conn, done.ID); err != nil || sha256.Sum256([]byte(got)) != sha256.Sum256(complete.Bytes()) {
		t.Errorf("%d bytes are not the %d that were written (%v)", len(got), complete.Len(), err)
	}
	if _, err := conn.Pool.Exec(t.Context(), "delete from export_chunks where place = 2"); err != nil {
		t.Fatal(err)
	}
	download, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), done.ID)
	if err == nil {
		err = download.Write(t.Context(), io.Discard)
	}
	if err == nil {
		t.Error("a file without one of its chunks was downloaded")
	}
}

// A killed process leaves nothing behind; the next attempt begins with the first row.
func TestExport_Interrupted(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := requestExport(t, conn)
	dying := newExportFixture(conn)
	dying.at = func(row int) error {
		if row == 400 {
			return errDied
		}
		return nil
	}
	if err := dying.exporter().WriteFile(t.Context(), task.ID); !errors.Is(err, errDied) {
		t.Fatal(err)
	}
	if half := find(t, conn, task.ID); half.Status != tasks.Running || half.File.Size != nil || count(t, conn, "export_chunks") != 0 {
		t.Errorf("after the interruption it is %+v", half)
	}
	do(t, conn, "delete from users where id = 2001")
	if done := newExportFixture(conn).write(t, task.ID); done.Status != tasks.Done || done.Changed != many-1 ||
		strings.Count(downloadFile(t, conn, task.ID), "\r\n") != many {
		t.Errorf("it ended as %+v", done)
	}
}

// An export that is cancelled or removed during the writing ends early and leaves nothing behind.
func TestExport_Cancelled(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(conn *db.Connection, id int64) error{
		"cancelled": func(conn *db.Connection, id int64) error {
			_, err := tasks.Cancel(context.Background(), conn.DB, dbtest.Bruno.Caller(), id)
			return err
		},
		"removed": func(conn *db.Connection, id int64) error {
			return tasks.RemoveExport(context.Background(), conn.DB, dbtest.Bruno.Caller(), id)
		},
	} {
		conn := manyAssociates(t)
		do(t, conn, `insert into users (user_code, associate_name, status, associate_status, state)
			select gen_random_uuid(), 'Pessoa', 'Associado', '5', 'AC' from generate_series(1, 900) n`)
		task := requestExport(t, conn)
		fixture := newExportFixture(conn)
		read := 0
		fixture.at = func(row int) error {
			if read = row; row == 100 {
				return stop(conn, task.ID)
			}
			return nil
		}
		if err := fixture.exporter().WriteFile(t.Context(), task.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left := count(t, conn, "export_chunks"); left != 0 || read != 1_000 || count(t, conn, "tasks where status <> 'cancelled'") != 0 {
			t.Errorf("%s: %d chunks are left, it ended at row %d", name, left, read)
		}
		if _, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s: it was downloaded (%v)", name, err)
		}
	}
}

// An export can be cancelled while its file is being stored.
func TestExport_CancelledAtTheEnd(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	task := requestExport(t, conn)
	full := conn.DB.Begin()
	defer full.Rollback()
	if err := full.Exec("lock table export_chunks in access exclusive mode").Error; err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- newExportFixture(conn).exporter().WriteFile(t.Context(), task.ID) }()
	dbtest.AwaitLock(t, conn.Pool, 1)
	if _, err := tasks.Cancel(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); err != nil {
		t.Fatal(err)
	}
	if err := full.Rollback().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	if is := find(t, conn, task.ID); is.Status != tasks.Cancelled || is.File.Size != nil || count(t, conn, "export_chunks") != 0 {
		t.Errorf("it ended as %+v", is)
	}
}

// A file is never entirely in memory. Reading a row holds one connection, downloading the file none.
func TestExport_BoundedMemoryAndConnections(t *testing.T) {
	t.Parallel()
	conn := manyAssociates(t)
	fixture := newExportFixture(conn)
	fixture.padding = 20_000
	var most atomic.Int32
	fixture.at = func(int) error {
		most.Store(max(most.Load(), conn.Pool.Stat().AcquiredConns()))
		return nil
	}
	done := fixture.write(t, requestExport(t, conn).ID)
	if most.Load() > 1 || count(t, conn, "(select from export_chunks where length(bytes) > 1048576) b") != 0 {
		t.Errorf("%d connections were held while a row was read", most.Load())
	}
	var largest atomic.Int64
	download, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), done.ID)
	if err == nil {
		err = download.Write(t.Context(), writeFunc(func(chunk []byte) {
			largest.Store(max(largest.Load(), int64(len(chunk))))
			most.Store(conn.Pool.Stat().AcquiredConns())
		}))
	}
	if err != nil || download.Size < 12<<20 || largest.Load() > 1<<20 || most.Load() != 0 {
		t.Errorf("%d bytes are sent in chunks of up to %d, with %d connections held (%v)", download.Size, largest.Load(), most.Load(), err)
	}
}

type writeFunc func(chunk []byte)

func (w writeFunc) Write(chunk []byte) (int, error) {
	w(chunk)
	return len(chunk), nil
}
