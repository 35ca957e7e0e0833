package db_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// Each kind of work has its limits on every connection, whatever the connection was used for before, also inside a
// transaction.
func TestWithWork(t *testing.T) {
	t.Parallel()
	conn := dbtest.Empty(t)
	single := open(t, strings.Replace(conn.Pool.Config().ConnString(), "pool_max_conns=8", "pool_max_conns=1", 1))
	const limits = "select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')"
	for _, c := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"a page", db.WithWork(t.Context(), db.Read), "10s 2s"},
		{"a change", db.WithWork(t.Context(), db.Write), "10s 5s"},
		{"a job", t.Context(), "1min 10s"},
		{"a page again", db.WithWork(t.Context(), db.Read), "10s 2s"},
		{"an export of a page", db.WithWork(db.WithWork(t.Context(), db.Read), db.Export), "10min 2s"},
	} {
		var got string
		if err := single.Pool.QueryRow(c.ctx, limits).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
		err := single.DB.WithContext(c.ctx).Transaction(func(tx *db.DB) error { return tx.Raw(limits).Scan(&got).Error })
		if err != nil || got != c.want {
			t.Errorf("%s, in a transaction: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// pooler admits every connection like PgBouncer, and drops the settings of its start. While it has no server it ends each connection
// with an error at the first statement.
type pooler struct {
	mu          sync.Mutex
	isDown      bool
	connections []net.Conn
	statements  []string
}

// startPooler returns a pooler and its address.
func startPooler(t *testing.T) (*pooler, string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pooler{}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.mu.Lock()
			p.connections = append(p.connections, conn)
			p.mu.Unlock()
			go p.serve(conn)
		}
	}()
	return p, "postgres://acolhe@" + listener.Addr().String() + "/acolhe?sslmode=disable&pool_max_conns=8"
}

func (p *pooler) serve(conn net.Conn) {
	defer conn.Close()
	backend := pgproto3.NewBackend(conn, conn)
	if _, err := backend.ReceiveStartupMessage(); err != nil {
		return
	}
	backend.Send(&pgproto3.AuthenticationOk{})
	backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for backend.Flush() == nil {
		message, err := backend.Receive()
		if err != nil {
			return
		}
		query, isQuery := message.(*pgproto3.Query)
		if !isQuery || !p.answers(query.String) {
			backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "query_wait_timeout"})
			_ = backend.Flush() // the client may be gone
			return
		}
		backend.Send(&pgproto3.CommandComplete{CommandTag: []byte("SET")})
		backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	}
}

func (p *pooler) answers(statement string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.statements = append(p.statements, statement)
	return !p.isDown
}

func (p *pooler) received() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.statements)
}

// loseServer ends all connections, and those that come at their first statement.
func (p *pooler) loseServer() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.isDown = true
	for _, conn := range p.connections {
		conn.Close()
	}
	p.connections = nil
}

// Behind a pooler the limits are set on each new connection. Without a server behind it a request is refused after one new
// connection, as unavailable, instead of one after another.
func TestWithWork_Pooler(t *testing.T) {
	t.Parallel()
	p, url := startPooler(t)
	conn := open(t, url)
	if !slices.ContainsFunc(p.received(), func(s string) bool { return strings.Contains(s, "statement_timeout = 60000") }) {
		t.Errorf("the limits of a job are not set: %q", p.received())
	}
	p.loseServer()
	wantUnavailable(t, "without a server", conn.DB.WithContext(db.WithWork(t.Context(), db.Read)).Exec("select 1").Error)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.connections) > 2 {
		t.Errorf("%d new connections for one statement", len(p.connections))
	}
}
