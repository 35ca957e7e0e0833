// Command acolhe is the whole system: `acolhe` serves it, the other subcommands maintain it. This package reads the
// environment once, opens the database, builds everything with external dependencies, starts it and stops it. It has no
// rule of the association, only the order of starting and stopping and the messages about failed starts.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // the association's time zone, for machines without a tz database

	"acolhe/models/platform/db/private"
)

func main() {
	limitMemory(os.Getenv, os.DirFS("/"))
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "acolhe: "+err.Error())
		os.Exit(statusOf(err))
	}
}

// Exit statuses. The second is EX_TEMPFAIL of sysexits.h: a supervisor should start the program again.
const (
	statusFailed = 1
	statusRetry  = 75
)

func statusOf(err error) int {
	if errors.Is(err, private.ErrKeepsFailing) {
		return statusRetry
	}
	return statusFailed
}

// stopSignals returns the signals of Ctrl+C, of a supervisor, and of a closing terminal unless nohup ignores that one.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if signal.Ignored(syscall.SIGHUP) {
		return signals
	}
	return append(signals, syscall.SIGHUP)
}

// run runs one subcommand and stops it cleanly when ctx is done. Its error is one sentence for the person who started
// the program.
func run(ctx context.Context, args []string, getenv func(string) string, in io.Reader, out io.Writer) error {
	name, flags := splitArgs(args)
	if wantsHelp(name, flags) {
		_, err := io.WriteString(out, usage())
		return err
	}
	chosen, err := findCommand(name, flags)
	if err != nil {
		return err
	}
	c, err := readConfig(getenv)
	if err != nil && chosen.name != versionCommand {
		return err
	}
	return explain(ctx, c, chosen.run(ctx, c, invocation{flags, in, out}))
}
