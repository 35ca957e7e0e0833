// Package dbtest creates a PostgreSQL database for each test, with the schema and the fixtures,
// in a few dozen milliseconds: a clone of a template that all tests on a server share.
// The fixtures are a fixed cast of people and rows, listed in this package as values.
// The server is that of ACOLHE_TEST_DATABASE_URL, else one that cmd/testdb runs for the test process.
package dbtest

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
)

// ServerURL is the name of the environment variable with the address of a PostgreSQL server
// for tests; its role must be allowed to create databases. `go run ./cmd/testdb` sets it.
const ServerURL = "ACOLHE_TEST_DATABASE_URL"

// Limits of one test: more concurrent connections, or connections not returned within this time after its end, are a
// leak.
const (
	connsPerTest = "8"
	closeWithin  = 10 * time.Second
)

// New creates a database with the schema and the fixtures for a test and drops it when the test
// ends. It may be called from parallel tests, and more than once in a test.
func New(t testing.TB) *db.Connection {
	t.Helper()
	s := serverFor(t)
	return s.database(t, s.template)
}

// Empty creates an empty database for a test of the schema itself.
func Empty(t testing.TB) *db.Connection {
	t.Helper()
	return serverFor(t).database(t, "template0")
}

// server is the PostgreSQL server on which this test process creates its databases.
type server struct {
	url      *url.URL
	admin    *pgxpool.Pool
	template string
}

// shared is set up once in a test process, by the first test that needs it.
var shared = sync.OnceValues(func() (*server, error) {
	ctx := context.Background()
	address, err := serverURL()
	if err != nil {
		return nil, err
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	s := &server{url: parsed}
	if s.admin, err = pgxpool.New(ctx, address); err != nil {
		return nil, err
	}
	s.template, err = s.prepareTemplate(ctx)
	return s, err
})

func serverFor(t testing.TB) *server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serverURL reads the variable as the system has it: one that is read through os counts as input of a test, and go test would keep no
// result beyond a run, because each run has a server of its own.
func serverURL() (string, error) {
	if given, _ := syscall.Getenv(ServerURL); given != "" {
		return given, nil
	}
	return startServer()
}

func (s *server) urlOf(database string) string {
	of := *s.url
	of.Path = "/" + database
	query := of.Query()
	query.Set("pool_max_conns", connsPerTest)
	of.RawQuery = query.Encode()
	return of.String()
}

// database clones a template. FILE_COPY is the fastest strategy on a server without fsync: it copies files, while the
// default also writes every page to the log.
func (s *server) database(t testing.TB, template string) *db.Connection {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := s.admin.Exec(t.Context(), "CREATE DATABASE "+name+" TEMPLATE "+template+" STRATEGY FILE_COPY"); err != nil {
		t.Fatal(err)
	}
	conn, err := db.Open(t.Context(), s.urlOf(name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.discard(t, name, conn) })
	return conn
}

// discard closes a test's connections and drops its database. A connection that the test never released would block
// closing permanently; it is reported as an error instead.
func (s *server) discard(t testing.TB, name string, conn *db.Connection) {
	closed := make(chan struct{})
	go func() {
		conn.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeWithin):
		t.Error("the test kept a database connection: rows not closed, or a transaction not ended")
	}
	if _, err := s.admin.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
		t.Error(err)
	}
}
