package private

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A start that meets a passing obstacle (a port just taken, processes of a killed server
// still leaving) is tried again: 10 s in all.
const (
	startTries = 40
	retryAfter = 250 * time.Millisecond
)

// maxLog is the size in bytes above which the server's log starts again.
const maxLog = 8 << 20

var errExited = errors.New("o PostgreSQL próprio terminou ao iniciar")

func bringUp(ctx context.Context, at home, how manner) (*Server, error) {
	lock, err := at.hold()
	if err != nil {
		return nil, err
	}
	s := &Server{home: at, lock: lock}
	if err := s.bringUp(ctx, how); err != nil {
		return nil, errors.Join(err, release(lock))
	}
	return s, nil
}

func (s *Server) bringUp(ctx context.Context, how manner) error {
	var err error
	if s.password, err = s.home.keepPassword(); err != nil {
		return err
	}
	for range startTries {
		err = s.adoptOrLaunch(ctx, how)
		if !errors.Is(err, errPortTaken) && !errors.Is(err, errStillLeaving) {
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

func (s *Server) adoptOrLaunch(ctx context.Context, how manner) error {
	if running, found := s.home.running(); found {
		return s.adopt(ctx, running)
	}
	using, err := findPrograms(s.home, how)
	if err != nil {
		return err
	}
	account, err := accountFor(s.home)
	if err != nil {
		return err
	}
	if err := s.home.initialise(ctx, using, account, how, s.password); err != nil {
		return err
	}
	if err := s.launch(ctx, using, account, how); err != nil {
		return err
	}
	return s.home.removeOlderThan(using)
}

func (s *Server) adopt(ctx context.Context, running postmaster) error {
	if running.port == 0 {
		return errStillLeaving
	}
	s.postmaster = running
	err := s.awaitReady(ctx)
	if errors.Is(err, errExited) {
		return errStillLeaving
	}
	return err
}

func (s *Server) launch(ctx context.Context, using programs, account *syscall.Credential, how manner) error {
	if err := s.home.clearLeftovers(); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	logged, err := s.spawn(using, account, append(how.settings, s.home.reachedBy(port)...))
	if err != nil {
		return err
	}
	s.postmaster.port = port
	s.postmaster.socket = s.home.socketFits()
	err = s.awaitReady(ctx)
	if errors.Is(err, errExited) {
		return failureIn("postgres", readFrom(s.home.log(), logged))
	}
	if err != nil {
		return errors.Join(err, syscall.Kill(s.postmaster.pid, syscall.SIGQUIT))
	}
	return nil
}

// spawn starts the server and gives the length that its log had before.
func (s *Server) spawn(using programs, account *syscall.Credential, settings []string) (int64, error) {
	log, length, err := openLog(s.home.log())
	if err != nil {
		return 0, err
	}
	defer log.Close()
	args := []string{"-D", nameFor(account, s.home.cluster())}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	// The server outlives this call, so that no context may end it.
	cmd, release, err := command(context.Background(), account, s.home.cluster(), using.postgres(), args...)
	if err != nil {
		return 0, err
	}
	defer release()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	s.postmaster = postmaster{pid: cmd.Process.Pid, cluster: s.home.cluster(), exited: reap(cmd)}
	return length, nil
}

// reap collects the server when it ends, lest it stay a zombie, and signals it by closing the
// channel; how it ended stands in its log.
func reap(cmd *exec.Cmd) <-chan struct{} {
	exited := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(exited)
	}()
	return exited
}

// awaitReady waits until the database answers, through crash recovery if need be, and makes
// the database on the first start.
func (s *Server) awaitReady(ctx context.Context) error {
	var refusal error
	answered := func() bool {
		conn, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			refusal = conn.Close(ctx)
			return true
		}
		refusal = s.judge(ctx, err)
		return refusal != nil
	}
	if err := until(ctx, answered); err != nil {
		return err
	}
	return refusal
}

// judge returns nil for a refusal that waiting may change, and an error for one that it does not.
func (s *Server) judge(ctx context.Context, err error) error {
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
	conn, err := pgx.Connect(ctx, s.urlOf("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+databaseName)
	return err
}

// openLog returns the server's log to append to and its present length.
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

func freePort() (int, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoPort, err)
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}

// clearLeftovers removes what a server that is gone left behind and PostgreSQL would
// stumble on: sockets of other ports, and a postmaster.pid whose number now belongs to
// another process, which PostgreSQL would take for a running server.
func (h home) clearLeftovers() error {
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
