// Command testdb runs a command with a throwaway PostgreSQL:
//
//	go run ./cmd/testdb -- go test ./models/orders
//	go run ./cmd/testdb -times -- go test ./...
//
// The command finds the server in ACOLHE_TEST_DATABASE_URL, so that all its test processes share one server and one
// template. testdb forwards signals, stops the server after the command and exits with its status. With -times the
// command is a go test: its packages are printed as they end, and finally the slowest packages and tests.
//
// Without a command testdb prints the server's address and stops at the end of standard input. A test process that runs
// without testdb starts it this way.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"

	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/dbtest"
)

// Exit statuses of a shell; statusSignaled is added to the signal's number.
const (
	statusFailed   = 1
	statusSignaled = 128
)

func main() {
	times := flag.Bool("times", false, "the command is a go test: print its slowest packages and tests at the end")
	flag.Parse()
	status, err := run(flag.Args(), *times)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testdb:", err)
	}
	os.Exit(status)
}

func run(command []string, times bool) (int, error) {
	// Signals are caught before the server starts, so that none ends testdb without stopping it.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)

	server, err := private.StartThrowaway(context.Background(), archive.FS)
	if err != nil {
		return statusFailed, err
	}
	var status int
	switch {
	case len(command) == 0:
		err = printServer(server.URL(), signals)
	case times:
		status, err = runTests(command, server.URL(), signals)
	default:
		status, err = wait(prepare(command, server.URL()), signals)
	}
	return status, errors.Join(err, server.End())
}

// printServer prints the address and waits for the end of standard input.
func printServer(url string, signals <-chan os.Signal) error {
	if _, err := fmt.Println(url); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	select {
	case <-signals:
		return nil
	case err := <-ended:
		return err
	}
}

func prepare(command []string, url string) *exec.Cmd {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), dbtest.ServerURL+"="+url)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd
}

// runTests runs `go test …` with its results as JSON, and reports them.
func runTests(command []string, url string, signals <-chan os.Signal) (int, error) {
	if len(command) < 2 {
		return statusFailed, errors.New("-times is for go test")
	}
	results := newReport(os.Stdout)
	cmd := prepare(slices.Insert(slices.Clone(command), 2, "-json"), url)
	cmd.Stdout = results
	status, err := wait(cmd, signals)
	return status, errors.Join(err, results.end())
}

func wait(cmd *exec.Cmd, signals <-chan os.Signal) (int, error) {
	if err := cmd.Start(); err != nil {
		return statusFailed, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = cmd.Process.Signal(s) // it may have ended
		case err := <-ended:
			return exitStatus(cmd.ProcessState), dropExitError(err)
		}
	}
}

func exitStatus(state *os.ProcessState) int {
	if wait, ok := state.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return statusSignaled + int(wait.Signal())
	}
	return state.ExitCode()
}

// dropExitError drops the error of a non-zero exit status, which runCommand returns as a number.
func dropExitError(err error) error {
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil
	}
	return err
}
