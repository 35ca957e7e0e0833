// Package private runs a PostgreSQL server of Acolhe's own under the data directory when no
// DATABASE_URL is set. It finds or unpacks the programs, creates the cluster, and starts, adopts,
// recovers and stops the server. It owns no schema and no connection pool: package db connects to
// its URL.
package private

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db/private/roles"
)

// databaseName is the database of the private cluster.
const databaseName = "acolhe"

// Server is a running private PostgreSQL that this process stops.
type Server struct {
	dir     instanceDir
	options serverOptions
	// password is the superuser's.
	password string
	// programPassword is that of the program's role; empty for a server of tests, whose program is the superuser.
	programPassword string
	postmaster      postmaster
	// port is that of the URL, 0 before the first start.
	port int
	lock *os.File
	// firstDelay is the delay of Watch before its second attempt.
	firstDelay time.Duration
}

// Start starts the private PostgreSQL of dataDir with the programs of the archive, else with
// installed ones, and creates the cluster on the first start. A server that an earlier process left
// running is adopted. After a crash Start waits for the recovery until ctx ends. Its errors match
// ErrNoPostgres, ErrInUse, ErrNoSpace, ErrNotWritable, ErrNoPort or ErrOtherVersion if the person
// who starts Acolhe can correct the cause.
func Start(ctx context.Context, archive fs.FS, dataDir string) (*Server, error) {
	instance, err := openInstance(dataDir)
	if err != nil {
		return nil, explain(err, dataDir)
	}
	s, err := bringUp(ctx, instance, durableOptions(instance, archive))
	if err != nil {
		return nil, explain(err, dataDir)
	}
	if s.programPassword, err = instance.readOrCreatePassword("program-password"); err == nil {
		err = s.prepareRole(ctx)
	}
	if err != nil {
		return nil, errors.Join(explain(err, dataDir), s.Stop(context.WithoutCancel(ctx)))
	}
	return s, nil
}

// URL returns the connection string of the server's database for the program, which is its owner and no superuser.
func (s *Server) URL() string {
	if s.programPassword == "" {
		return s.urlAs(roles.Superuser, s.password, databaseName)
	}
	return s.urlAs(roles.Program, s.programPassword, databaseName)
}

// ErrNotRunning is returned by URLOfRunning if no server runs.
var ErrNotRunning = errors.New("o PostgreSQL próprio desta pasta de dados não está no ar")

// URLOfRunning returns the connection string of the private PostgreSQL that another process of the same account runs.
func URLOfRunning(dataDir string) (string, error) {
	instance, err := openInstance(dataDir)
	if err != nil {
		return "", err
	}
	running, found := instance.running()
	if !found || running.port == 0 {
		return "", ErrNotRunning
	}
	password, err := os.ReadFile(instance.join("program-password"))
	if err != nil {
		return "", err
	}
	s := &Server{dir: instance, postmaster: running, programPassword: strings.TrimSpace(string(password))}
	return s.URL(), nil
}

// Stop shuts the server down: open transactions are rolled back, and everything committed is on
// disk when it returns. If ctx ends first, the server is interrupted, which the error reports, and
// recovers on the next start.
func (s *Server) Stop(ctx context.Context) error {
	if err := s.postmaster.stop(ctx); err != nil {
		err = fmt.Errorf("o PostgreSQL próprio em %s não parou a tempo e foi interrompido: %w", s.dir, err)
		return errors.Join(err, releaseLock(s.lock))
	}
	return releaseLock(s.lock)
}

// prepareRole prepares the program's role.
func (s *Server) prepareRole(ctx context.Context) error {
	return roles.Prepare(ctx, s.urlAs(roles.Superuser, s.password, databaseName), databaseName, s.programPassword)
}

func (s *Server) urlAs(role, password, database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(role, password), Path: "/" + database}
	port := strconv.Itoa(s.postmaster.port)
	if s.postmaster.socket {
		u.RawQuery = url.Values{"host": {s.dir.run()}, "port": {port}}.Encode()
		return u.String()
	}
	u.Host = "127.0.0.1:" + port
	u.RawQuery = "sslmode=disable"
	return u.String()
}
