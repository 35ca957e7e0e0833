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

	"acolhe/models/operators"
	"acolhe/models/platform/db"
)

// bareVariable has a bareSetup as JSON in the environment of a process that is the bare program.
const bareVariable = "ACOLHE_BENCH_BARE"

// bareSetup is what the bare program is started with: a program of its own, with a pool of its own, that answers as Acolhe.
type bareSetup struct {
	URL      string
	Operator operators.Operator
	// Token is the hash of a live session.
	Token []byte
	// Orders and At are those of facts.
	Orders int
	At     time.Time
}

// startBare starts this program once more as the bare one, until the testbed is closed.
func (g *testbed) startBare(ctx context.Context) error {
	setup, err := json.Marshal(bareSetup{URL: g.pool.Config().ConnString(), Operator: g.operator, Token: hashOf(g.session), Orders: g.facts.orders,
		At: g.facts.at})
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	running := exec.CommandContext(ctx, program)
	running.Env, running.Stderr = append(os.Environ(), bareVariable+"="+string(setup)), os.Stderr
	lifeline, err := running.StdinPipe()
	if err != nil {
		return err
	}
	said, err := running.StdoutPipe()
	if err != nil {
		return err
	}
	if err := running.Start(); err != nil {
		return err
	}
	g.closers = append(g.closers, func() error { return errors.Join(lifeline.Close(), running.Wait()) })
	addr, err := bufio.NewReader(said).ReadString('\n')
	g.bare = strings.TrimSpace(addr)
	return err
}

// serveBare is the bare program: it prints its address and serves until its input ends.
func serveBare(ctx context.Context, variable string) error {
	var setup bareSetup
	if err := json.Unmarshal([]byte(variable), &setup); err != nil {
		return err
	}
	connection, err := db.Open(ctx, setup.URL)
	if err != nil {
		return err
	}
	defer connection.Close()
	config := connection.Pool.Config()
	config.ConnConfig.RuntimeParams["session_replication_role"] = "replica"
	untriggered, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer untriggered.Close()
	program := baseline{pool: connection.Pool, untriggered: untriggered, operator: setup.Operator, token: setup.Token}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: program.handler(itemQueries(setup.Orders, setup.At)), ReadHeaderTimeout: headerLimit, ReadTimeout: readLimit,
		IdleTimeout: idleLimit}
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
