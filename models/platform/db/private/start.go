package private

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/db/private/postgres"
	"acolhe/models/platform/db/private/roles"
)

// A start that fails for a temporary reason (a port in use, processes of a killed server that have
// not ended) is tried again for 10 s.
const (
	startTries = 40
	retryAfter = 250 * time.Millisecond
)

// maxLog is the size in bytes above which the server's log is truncated.
const maxLog = 8 << 20

var errExited = errors.New("o PostgreSQL próprio terminou ao iniciar")

func bringUp(ctx context.Context, instance instanceDir, options serverOptions) (*Server, error) {
	lock, err := instance.acquireLock()
	if err != nil {
		return nil, err
	}
	s := &Server{dir: instance, options: options, lock: lock, firstDelay: restartDelay}
	if s.password, err = instance.readOrCreatePassword("password"); err == nil {
		err = s.bringUp(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, releaseLock(lock))
	}
	return s, nil
}

func (s *Server) bringUp(ctx context.Context) error {
	var err error
	for range startTries {
		err = s.adoptOrLaunch(ctx)
		if err == nil {
			s.port = s.postmaster.port
		}
		if !errors.Is(err, errPortTaken) && !errors.Is(err, errStillStopping) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(retryAfter):
		}
	}
	if errors.Is(err, errPortTaken) {
		return fmt.Errorf("%w: %w", ErrNoPort, err)
	}
	return err
}

func (s *Server) adoptOrLaunch(ctx context.Context) error {
	if running, found := s.dir.running(); found {
		return s.adopt(ctx, running)
	}
	using, err := findPrograms(s.dir, s.options)
	if err != nil {
		return err
	}
	account, err := accountFor(s.dir)
	if err != nil {
		return err
	}
	if err := s.dir.createCluster(ctx, using, account, s.options, s.password); err != nil {
		return err
	}
	if err := s.launch(ctx, using, account); err != nil {
		return err
	}
	return s.dir.removeOtherPrograms(using)
}

func (s *Server) adopt(ctx context.Context, running postmaster) error {
	if running.port == 0 {
		return errStillStopping
	}
	s.postmaster = running
	err := s.awaitReady(ctx)
	if errors.Is(err, errExited) {
		return errStillStopping
	}
	return err
}

func (s *Server) launch(ctx context.Context, using postgres.Programs, account *syscall.Credential) error {
	if err := s.dir.removeStaleFiles(); err != nil {
		return err
	}
	port, err := s.choosePort()
	if err != nil {
		return err
	}
	logged, err := s.spawn(using, account, slices.Concat(using.StatisticsSettings(), s.options.settings, s.dir.listenSettings(port)))
	if err != nil {
		return err
	}
	s.postmaster.port = port
	s.postmaster.socket = s.dir.socketFits()
	err = s.awaitReady(ctx)
	if errors.Is(err, errExited) {
		return failureIn("postgres", readFrom(s.dir.log(), logged))
	}
	if err != nil {
		return errors.Join(err, syscall.Kill(s.postmaster.pid, syscall.SIGQUIT))
	}
	return nil
}

// spawn starts the server and returns the length of its log before the start.
func (s *Server) spawn(using postgres.Programs, account *syscall.Credential, settings []string) (int64, error) {
	log, length, err := openLog(s.dir.log())
	if err != nil {
		return 0, err
	}
	defer log.Close()
	args := []string{"-D", clusterPath(account, s.dir.cluster())}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	// The server outlives this call, so no context may cancel it.
	cmd, release, err := command(context.Background(), account, s.dir.cluster(), using.Postgres(), args...)
	if err != nil {
		return 0, err
	}
	defer release()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	s.postmaster = postmaster{pid: cmd.Process.Pid, cluster: s.dir.cluster(), exited: reap(cmd)}
	return length, nil
}

// reap waits for the server, so that it does not become a zombie, and closes the channel when it
// ends. The reason is in the server's log.
func reap(cmd *exec.Cmd) <-chan struct{} {
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(exited)
	}()
	return exited
}

// awaitReady waits until the database responds, also during crash recovery, and creates the
// database on the first start.
func (s *Server) awaitReady(ctx context.Context) error {
	var refusal error
	answered := func() bool {
		conn, err := pgx.Connect(ctx, s.urlAs(roles.Superuser, s.password, databaseName))
		if err == nil {
			refusal = conn.Close(ctx)
			return true
		}
		refusal = s.checkRefusal(ctx, err)
		return refusal != nil
	}
	if err := waitUntil(ctx, answered); err != nil {
		return err
	}
	return refusal
}

// checkRefusal returns nil for a refused connection that may succeed later, else an error.
func (s *Server) checkRefusal(ctx context.Context, err error) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		if s.postmaster.alive() {
			return nil
		}
		return errExited
	}
	switch refused.Code {
	case "57P03": // starting up, recovering or shutting down
		return nil
	case "3D000": // no such database
		return s.createDatabase(ctx)
	}
	return fmt.Errorf("o PostgreSQL próprio recusou a conexão: %w", err)
}

func (s *Server) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.urlAs(roles.Superuser, s.password, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+databaseName)
	return err
}

// openLog opens the server's log for appending and returns its current length.
func openLog(path string) (*os.File, int64, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		if err := os.Truncate(path, 0); err != nil {
			return nil, 0, err
		}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// choosePort returns the port of the server, so that its URL stays valid, or a free one on its first start.
func (s *Server) choosePort() (int, error) {
	if s.port != 0 {
		return s.port, nil
	}
	return freePort()
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoPort, err)
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}

// removeStaleFiles removes files of an ended server that would keep a new one from starting:
// sockets of other ports, and a postmaster.pid whose process id now belongs to another process.
func (h instanceDir) removeStaleFiles() error {
	stale, err := filepath.Glob(filepath.Join(h.run(), ".s.PGSQL.*"))
	if err != nil {
		return err
	}
	if gone, named := h.lastServer(); named && syscall.Kill(gone.pid, 0) == nil {
		stale = append(stale, h.pidFile())
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
