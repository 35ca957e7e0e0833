// Command testdb runs a command beside a throwaway PostgreSQL:
//
//	go run ./cmd/testdb -- go test ./...
//
// The command finds the server in ACOLHE_TEST_DATABASE_URL, so that all its test processes
// share one server and one template. testdb passes signals on, ends the server after the
// command and exits with its status.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"acolhe/models/platform/db/private"
	"acolhe/models/platform/dbtest"
)

// What a shell answers for a command that could not be run, and adds to the signal that ended one.
const (
	statusFailed   = 1
	statusUsage    = 2
	statusSignaled = 128
)

func main() {
	command := os.Args[1:]
	if len(command) > 0 && command[0] == "--" {
		command = command[1:]
	}
	if len(command) == 0 {
		fmt.Fprintln(os.Stderr, "usage: testdb -- command [argument …]")
		os.Exit(statusUsage)
	}
	status, err := run(command)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testdb:", err)
	}
	os.Exit(status)
}

func run(command []string) (int, error) {
	// Asked for before the server starts, so that no signal ends testdb without its end.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)

	server, err := private.StartThrowaway(context.Background())
	if err != nil {
		return statusFailed, err
	}
	status, err := attend(command, server.URL(), signals)
	return status, errors.Join(err, server.End())
}

func attend(command []string, url string, signals <-chan os.Signal) (int, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), dbtest.ServerURL+"="+url)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return statusFailed, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = cmd.Process.Signal(s) // it may just have ended
		case err := <-ended:
			return statusOf(cmd.ProcessState), unlessStatus(err)
		}
	}
}

func statusOf(state *os.ProcessState) int {
	if wait, ok := state.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return statusSignaled + int(wait.Signal())
	}
	return state.ExitCode()
}

// unlessStatus drops the error that only says what the exit status says.
func unlessStatus(err error) error {
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil
	}
	return err
}
