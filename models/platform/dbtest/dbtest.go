// Package dbtest gives each test a PostgreSQL database of its own, migrated and with the cast
// in it, in a few dozen milliseconds: a clone of a template that all tests of a server share.
// The server is the one of ACOLHE_TEST_DATABASE_URL, else one that cmd/testdb runs for the test process.
package dbtest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
)

// ServerURL is the environment variable that names a PostgreSQL server for tests; its role
// must be allowed to create databases. `go run ./cmd/testdb` sets it.
const ServerURL = "ACOLHE_TEST_DATABASE_URL"

// A test that needs more connections at once than this, or longer for its last ones to come
// back, has a leak.
const (
	connsPerTest = "8"
	closeWithin  = 10 * time.Second
)

// New returns a test its own database with the schema and the cast, dropped when the test ends.
// It may be called from parallel tests, and more than once in a test.
func New(t testing.TB) *db.Connection {
	t.Helper()
	s := serverFor(t)
	return s.database(t, s.template)
}

// Empty returns a test its own database with nothing in it, for tests of the schema itself.
func Empty(t testing.TB) *db.Connection {
	t.Helper()
	return serverFor(t).database(t, "template0")
}

// server is where this test process makes its databases.
type server struct {
	url      *url.URL
	admin    *pgxpool.Pool
	template string
}

// shared is set up once in a test process, by the first test that asks.
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

func serverURL() (string, error) {
	if given := os.Getenv(ServerURL); given != "" {
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

// database clones a template. FILE_COPY is the quicker strategy where nothing waits for the
// disk: it copies files, where the default writes every page to the log as well.
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

// discard closes a test's connections and drops its database. A connection that the test
// never gave back would make closing wait for ever; it is told instead.
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
