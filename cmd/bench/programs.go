package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/handlers"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
)

// programVariable has a programSetup as JSON in the environment of a process that is one of the measured programs.
const programVariable = "ACOLHE_BENCH_PROGRAM"

// The measured programs. Each is a process of its own, with a pool of its own, and the clients are in a third one.
const (
	acolheProgram = "acolhe"
	bareProgram   = "bare"
)

// programSetup is what a program is started with.
type programSetup struct {
	Kind, URL string
	// Folder has the files of Acolhe, and Profile is where its CPU profile goes; empty for none.
	Folder, Profile string
	// Operator, Token, Orders and At are for the bare program: the signed-in operator, the hash of a live session, and those of facts.
	Operator operators.Operator
	Token    []byte
	Orders   int
	At       time.Time
}

// startProgram starts this program once more as a measured one, until the testbed is closed, and returns its address.
func (g *testbed) startProgram(ctx context.Context, setup programSetup) (addr string, err error) {
	setup.URL = g.pool.Config().ConnString()
	variable, err := json.Marshal(setup)
	if err != nil {
		return "", err
	}
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	running := exec.CommandContext(ctx, program)
	running.Env, running.Stderr = append(os.Environ(), programVariable+"="+string(variable)), os.Stderr
	lifeline, err := running.StdinPipe()
	if err != nil {
		return "", err
	}
	said, err := running.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := running.Start(); err != nil {
		return "", err
	}
	g.closers = append(g.closers, func() error { return errors.Join(lifeline.Close(), running.Wait()) })
	addr, err = bufio.NewReader(said).ReadString('\n')
	return strings.TrimSpace(addr), err
}

// serveProgram is a measured program: it prints its address and serves until its input ends.
func serveProgram(ctx context.Context, variable string) (err error) {
	var setup programSetup
	if err := json.Unmarshal([]byte(variable), &setup); err != nil {
		return err
	}
	connection, err := db.Open(ctx, setup.URL)
	if err != nil {
		return err
	}
	defer connection.Close()
	handler, closeHandler, err := setup.handler(ctx, connection)
	if err != nil {
		return err
	}
	defer closeHandler()
	finish, err := startProfile(setup.Profile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, finish()) }()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := newServer(handler)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // its end is all that matters
		_ = server.Close()
	}()
	fmt.Println(listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler returns the program, and what closes what it opened.
func (s programSetup) handler(ctx context.Context, connection *db.Connection) (http.Handler, func(), error) {
	if s.Kind == acolheProgram {
		made, err := contractsIn(s.Folder, connection)
		if err != nil {
			return nil, nil, err
		}
		handler, err := handlers.New(connection, configOf(made))
		return handler, func() {}, err
	}
	config := connection.Pool.Config()
	config.ConnConfig.RuntimeParams["session_replication_role"] = "replica"
	untriggered, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	bare := baseline{pool: connection.Pool, untriggered: untriggered, operator: s.Operator, token: s.Token}
	return bare.handler(itemQueries(s.Orders, s.At)), untriggered.Close, nil
}
