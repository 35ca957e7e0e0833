package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// Stopping with requests and jobs in progress.
func TestServe_Stop(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	dataDir := "DATA_DIR=" + t.TempDir()

	t.Run("answers the request at work", func(t *testing.T) {
		p := serveOn(t, database, dataDir)
		by := signIn(t, p)
		upload := by.startOrder(t, oneLike(by.orders(t)[0], "a caminho"))
		p.signal(syscall.SIGTERM)
		p.awaitClosed()
		if !p.running() {
			t.Fatal("ended without the rest of the request")
		}
		upload.finish(t, http.StatusCreated)
		if status := p.status(); status != 0 {
			t.Errorf("status %d: %s", status, p.log.String())
		}
		if stored := scan[int](t, conn, "select count(*) from orders where prescriber = 'a caminho'"); stored != 1 {
			t.Errorf("%d orders are stored", stored)
		}
	})

	t.Run("finishes the job at work", func(t *testing.T) {
		p := serveOn(t, database, dataDir)
		job, release := blockedJob(t, p, conn)
		p.signal(syscall.SIGTERM)
		p.awaitClosed()
		if !p.running() {
			t.Fatal("ended without the end of the job")
		}
		release()
		if status := p.status(); status != 0 {
			t.Errorf("status %d: %s", status, p.log.String())
		}
		if state := scan[string](t, conn, "select state::text from river_job where id = $1", job); state != "completed" {
			t.Errorf("the job is left %s", state)
		}
	})

	t.Run("stops at once after a second signal", func(t *testing.T) {
		p := serveOn(t, database, dataDir)
		by := signIn(t, p)
		upload := by.startOrder(t, oneLike(by.orders(t)[0], "cortado"))
		p.signal(syscall.SIGTERM)
		p.awaitClosed()
		// Signals within the first second count as the first one.
		p.eventually("the end", func() bool {
			p.signal(syscall.SIGINT)
			return !p.running()
		})
		if said := p.log.String(); p.status() != 1 || !strings.Contains(said, "acolhe: "+errSecondSignal.Error()) {
			t.Errorf("status %d: %s", p.status(), said)
		}
		if answer, err := io.ReadAll(upload.conn); err == nil && len(answer) > 0 {
			t.Errorf("the request that was cut off got %q", answer)
		}
	})
}

// A first start may be interrupted at any point: no process remains, and the next start continues.
func TestKill_DuringFirstStart(t *testing.T) {
	t.Parallel()
	dataDir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() { killAll(t, dataDir) })
	for _, reached := range []string{"postgres/cluster.new/PG_VERSION", "postgres/cluster/postmaster.pid", credentialsFile} {
		p := launch(t, nil, "DATA_DIR="+dataDir)
		p.eventually(reached, func() bool {
			_, err := os.Stat(filepath.Join(dataDir, reached))
			return err == nil
		})
		p.signal(syscall.SIGTERM)
		if status := p.status(); status != 1 || p.log.String() != "acolhe: "+errInterrupted.Error()+"\n" {
			t.Errorf("at %s: status %d, %q", reached, status, p.log.String())
		}
		p.eventually("the end of its PostgreSQL", func() bool { return len(serversIn(t, dataDir)) == 0 })
	}
	p := serveOn(t, "DATA_DIR="+dataDir)
	if len(signIn(t, p).orders(t)) == 0 {
		t.Error("there are no sample orders")
	}
	p.stop()
}

// Connections that are never released do not keep the program from stopping.
func TestClosePool_Bounded(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	held, err := conn.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	closePool(conn)
}

// pendingRequest is a request of which half was sent.
type pendingRequest struct {
	conn net.Conn
	rest string
}

// startOrder sends half of an order after the server requested the body, so that it is in progress.
func (c caller) startOrder(t *testing.T, wanted order) pendingRequest {
	t.Helper()
	address, err := url.Parse(c.address)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"user_code":%q,"total":%s,"prescriber":%q,"items":[{"code":"OLEO-30","amount":10.25,"quantity":2}]}`,
		wanted.UserCode, wanted.Total, wanted.Prescriber)
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /api/v1/orders HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nCookie: %s=%s\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", address.Host, c.session.Name, c.session.Value, len(body))
	interim := make([]byte, len("HTTP/1.1 100 Continue\r\n\r\n"))
	if _, err := io.ReadFull(conn, interim); err != nil || !strings.Contains(string(interim), "100 Continue") {
		t.Fatalf("the server sent %q, %v", interim, err)
	}
	half := len(body) / 2
	if _, err := io.WriteString(conn, body[:half]); err != nil {
		t.Fatal(err)
	}
	return pendingRequest{conn, body[half:]}
}

func (u pendingRequest) finish(t *testing.T, status int) {
	t.Helper()
	if _, err := io.WriteString(u.conn, u.rest); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(u.conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != status {
		t.Errorf("answered %s", response.Status)
	}
}

// awaitClosed waits until the program refuses new connections, because it is stopping.
func (p *process) awaitClosed() {
	p.t.Helper()
	address := strings.TrimPrefix(p.screenValue("Endereço"), "http://")
	p.eventually("the closed port", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err != nil
	})
}

// blockedJob starts a clean-up job that waits for a row which the test locks until release.
func blockedJob(t *testing.T, p *process, conn *db.Connection) (id int64, release func()) {
	t.Helper()
	ctx := t.Context()
	if _, err := conn.Pool.Exec(ctx, `insert into rate_limits (key, window_starts, window_ends)
		values ('held', now() - interval '2 hours', now() - interval '1 hour')`); err != nil {
		t.Fatal(err)
	}
	holder, err := conn.Pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = holder.Rollback(ctx) }) // has an effect only if the test failed
	if _, err := holder.Exec(ctx, "select from rate_limits where key = 'held' for update"); err != nil {
		t.Fatal(err)
	}
	id = scan[int64](t, conn, `insert into river_job (kind, args, max_attempts, queue, state)
		values ('clean_up', '{}', 3, 'default', 'available') returning id`)
	p.eventually("the blocked job", func() bool {
		return scan[bool](t, conn, `select exists (select from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from rate_limits%')
			and (select state from river_job where id = $1) = 'running'`, id)
	})
	return id, func() {
		if err := holder.Commit(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// scan returns the single value of a query.
func scan[T any](t *testing.T, conn *db.Connection, sql string, arguments ...any) T {
	t.Helper()
	rows, err := conn.Pool.Query(t.Context(), sql, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	value, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}
