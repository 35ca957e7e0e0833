// Package private runs a PostgreSQL of Acolhe's own under the data directory, for those who
// bring no DATABASE_URL. It finds or unpacks the server's programs, makes the cluster,
// starts, adopts, recovers and stops it, and reports each failure in one sentence. It owns no
// schema and no connection pool: package db connects to the URL that it gives.
package private

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strconv"
)

// The one role and database of the private cluster.
const (
	roleName     = "acolhe"
	databaseName = "acolhe"
)

// Server is a running private PostgreSQL that this process answers for.
type Server struct {
	home       home
	password   string
	postmaster postmaster
	lock       *os.File
}

// Start brings up the private PostgreSQL of dataDir, making it on the first start with the programs of an
// archive, else with those that are installed. A server
// that an earlier process left running is adopted; one that was killed recovers by itself,
// and Start waits for that until ctx ends. The errors that a person can act on match
// ErrNoPostgres, ErrInUse, ErrNoSpace, ErrNotWritable, ErrNoPort or ErrOtherVersion.
func Start(ctx context.Context, archive fs.FS, dataDir string) (*Server, error) {
	at, err := openHome(dataDir)
	if err != nil {
		return nil, explain(err, dataDir)
	}
	s, err := bringUp(ctx, at, lasting(at, archive))
	return s, explain(err, dataDir)
}

// URL is the connection string of the server's one database.
func (s *Server) URL() string { return s.urlOf(databaseName) }

// Stop shuts the server down: open transactions are rolled back, everything committed is on
// disk when it returns. When ctx ends first the server is interrupted (it recovers on the
// next start) and the error says so.
func (s *Server) Stop(ctx context.Context) error {
	if err := s.postmaster.stop(ctx); err != nil {
		err = fmt.Errorf("o PostgreSQL próprio em %s não parou a tempo e foi interrompido: %w", s.home, err)
		return errors.Join(err, release(s.lock))
	}
	return release(s.lock)
}

func (s *Server) urlOf(database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(roleName, s.password), Path: "/" + database}
	port := strconv.Itoa(s.postmaster.port)
	if s.postmaster.socket {
		u.RawQuery = url.Values{"host": {s.home.run()}, "port": {port}}.Encode()
		return u.String()
	}
	u.Host = "127.0.0.1:" + port
	u.RawQuery = "sslmode=disable"
	return u.String()
}
