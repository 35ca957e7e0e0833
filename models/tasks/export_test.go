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

// press writes the associates of Acre; at is told before each row.
type press struct {
	conn *db.Connection
	turn exports.Semaphore
	at   func(row int) error
	mail mail.Outbox
	// padding makes each row so many bytes longer.
	padding int
}

func newPress(conn *db.Connection) *press {
	return &press{conn: conn, turn: exports.NewSemaphore(), at: func(int) error { return nil }}
}

func (p *press) exporter() tasks.Exporter {
	return tasks.Exporter{DB: p.conn.DB, Now: func() time.Time { return dbtest.Today }, Semaphore: p.turn, Prepare: p.prepare, Mail: p.mail}
}

func (p *press) prepare(ctx context.Context, by auth.Caller, asked exports.Request) (*exports.Export, error) {
	input := associates.ListInput{State: "AC", Sort: "name"}
	pad := strings.Repeat("x", p.padding)
	row := 0
	return exports.Prepare(ctx, exports.Source{DB: p.conn.DB, Semaphore: p.turn}, exports.List[associates.Listed]{
		Request: asked, By: by,
		Columns: []exports.Column[associates.Listed]{{Name: "Nome", Kind: kind.Text, Value: func(a associates.Listed) string { return a.FullName() + pad }}},
		Count: func(ctx context.Context, tx *db.DB, most int) (page.Counted, error) {
			return associates.Count(ctx, tx, by, input, most)
		},
		Each: func(ctx context.Context, tx *db.DB, take func(associates.Listed) error) error {
			return associates.Each(ctx, tx, by, input, func(a associates.Listed) error {
				if err := p.at(row); err != nil {
					return err
				}
				row++
				return take(a)
			})
		},
	})
}

func (p *press) write(t *testing.T, id int64) tasks.Task {
	t.Helper()
	if err := p.exporter().WriteFile(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return find(t, p.conn, id)
}

// asked is an export of Bruno's that waits.
func asked(t *testing.T, conn *db.Connection) tasks.Task {
	t.Helper()
	task, err := tasks.RequestExport(t.Context(), conn.DB, dbtest.Bruno.Caller(), list)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// taken is the file of an export as its owner gets it.
func taken(t *testing.T, conn *db.Connection, id int64) string {
	t.Helper()
	taking, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), id)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := taking.Write(t.Context(), &file); err != nil || int64(file.Len()) != taking.Size {
		t.Fatalf("%d bytes leave of %d (%v)", file.Len(), taking.Size, err)
	}
	return file.String()
}

// The file holds every row, is whole, and is told of; the events say that it was asked for and taken.
func TestExport_WrittenAndDownloaded(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	task := asked(t, conn)
	if jobs := count(t, conn, "river_job where kind = 'write_export' and queue = 'lengthy'"); jobs != 1 || task.Status != tasks.Waiting {
		t.Fatalf("%d jobs wait for %+v", jobs, task)
	}
	if _, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a file that is not there is taken: %v", err)
	}
	key, err := encryption.NewKey([]byte("0123456789abcdefghijklmnopqrstuv"))
	if err != nil {
		t.Fatal(err)
	}
	press := newPress(conn)
	press.mail = mail.Outbox{Key: key, Configured: true}
	done := press.write(t, task.ID)
	if done.Status != tasks.Done || done.Changed != many || done.Total != many || !done.File.DateExpires.Equal(dbtest.Today.Add(24*time.Hour)) {
		t.Fatalf("it ended as %+v", done)
	}
	file := taken(t, conn, task.ID)
	if lines := strings.Count(file, "\r\n"); lines != many+1 || !strings.Contains(file, "\r\nPessoa 650\r\n") {
		t.Errorf("the file has %d lines, want a head and %d rows", lines, many)
	}
	for events, want := range map[string]int{
		`kind = 'list.export_asked' and actor_name = 'Bruno Acioli' and details = '{"asked": ["UF: AC"]}'`:          1,
		`kind = 'list.exported' and actor_name = 'Bruno Acioli' and details = '{"rows": 650, "asked": ["UF: AC"]}'`: 1,
	} {
		if kept := count(t, conn, "security_events where "+events); kept != want {
			t.Errorf("%d events are %s, want %d", kept, events, want)
		}
	}
	if letters := count(t, conn, "mails where kind = 'export_ready' and recipient = '"+dbtest.Bruno.Email+"'"); letters != 1 {
		t.Errorf("%d letters are sent", letters)
	}
	if again := press.write(t, task.ID); again.Changed != many || count(t, conn, "export_chunks") != 1 {
		t.Errorf("written again it is %+v", again)
	}
}

// A file of many pieces is put together as it was written.
func TestExport_ManyChunks(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	press := newPress(conn)
	press.padding = 5_000
	done := press.write(t, asked(t, conn).ID)
	if pieces := count(t, conn, "export_chunks"); pieces != 4 || *done.File.Size < 3<<20 {
		t.Errorf("%d bytes are kept in %d pieces", *done.File.Size, pieces)
	}
	var whole bytes.Buffer
	export, err := press.prepare(t.Context(), dbtest.Bruno.Caller(), list)
	if err == nil {
		_, err = export.Save(t.Context(), &whole, func(int, int) error { return nil })
	}
	if got := taken(t, conn, done.ID); err != nil || sha256.Sum256([]byte(got)) != sha256.Sum256(whole.Bytes()) {
		t.Errorf("%d bytes are not the %d that were written (%v)", len(got), whole.Len(), err)
	}
	if _, err := conn.Pool.Exec(t.Context(), "delete from export_chunks where place = 2"); err != nil {
		t.Fatal(err)
	}
	taking, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), done.ID)
	if err == nil {
		err = taking.Write(t.Context(), io.Discard)
	}
	if err == nil {
		t.Error("a file with a hole is taken for a whole one")
	}
}

// A process that dies in the middle leaves nothing; the next attempt begins with the first row.
func TestExport_Interrupted(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	task := asked(t, conn)
	dying := newPress(conn)
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
		t.Errorf("half of the way it is %+v", half)
	}
	do(t, conn, "delete from users where id = 2001")
	if done := newPress(conn).write(t, task.ID); done.Status != tasks.Done || done.Changed != many-1 || strings.Count(taken(t, conn, task.ID), "\r\n") != many {
		t.Errorf("it ended as %+v", done)
	}
}

// Whoever cancels or removes an export is heard while it is written, and nothing of it stays.
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
		conn := crowd(t)
		do(t, conn, `insert into users (user_code, associate_name, status, associate_status, state)
			select gen_random_uuid(), 'Pessoa', 'Associado', '5', 'AC' from generate_series(1, 900) n`)
		task := asked(t, conn)
		press := newPress(conn)
		read := 0
		press.at = func(row int) error {
			if read = row; row == 100 {
				return stop(conn, task.ID)
			}
			return nil
		}
		if err := press.exporter().WriteFile(t.Context(), task.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if left := count(t, conn, "export_chunks"); left != 0 || read != 1_000 || count(t, conn, "tasks where status <> 'cancelled'") != 0 {
			t.Errorf("%s: %d pieces are left, it ended at row %d", name, left, read)
		}
		if _, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), task.ID); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%s: it is taken (%v)", name, err)
		}
	}
}

// Whoever cancels while the file is being kept is heard too.
func TestExport_CancelledAtTheEnd(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	task := asked(t, conn)
	full := conn.DB.Begin()
	defer full.Rollback()
	if err := full.Exec("lock table export_chunks in access exclusive mode").Error; err != nil {
		t.Fatal(err)
	}
	written := make(chan error, 1)
	go func() { written <- newPress(conn).exporter().WriteFile(t.Context(), task.ID) }()
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

// However long the file, it is never in memory as a whole; a row that is read holds one connection, a
// slow reader of the file none.
func TestExport_BoundedMemoryAndConnections(t *testing.T) {
	t.Parallel()
	conn := crowd(t)
	press := newPress(conn)
	press.padding = 20_000
	var most atomic.Int32
	press.at = func(int) error {
		most.Store(max(most.Load(), conn.Pool.Stat().AcquiredConns()))
		return nil
	}
	done := press.write(t, asked(t, conn).ID)
	if most.Load() > 1 || count(t, conn, "(select from export_chunks where length(bytes) > 1048576) b") != 0 {
		t.Errorf("%d connections were held while a row was read", most.Load())
	}
	var largest atomic.Int64
	taking, err := tasks.OpenDownload(t.Context(), conn.DB, dbtest.Bruno.Caller(), done.ID)
	if err == nil {
		err = taking.Write(t.Context(), writer(func(piece []byte) {
			largest.Store(max(largest.Load(), int64(len(piece))))
			most.Store(conn.Pool.Stat().AcquiredConns())
		}))
	}
	if err != nil || taking.Size < 12<<20 || largest.Load() > 1<<20 || most.Load() != 0 {
		t.Errorf("%d bytes leave in pieces of up to %d, with %d connections held (%v)", taking.Size, largest.Load(), most.Load(), err)
	}
}

type writer func(piece []byte)

func (w writer) Write(piece []byte) (int, error) {
	w(piece)
	return len(piece), nil
}
