// Command acolhe is the whole system: `acolhe` serves it, the other subcommands look after
// it. This package wires: it reads the environment once, opens the database, builds what
// has outside dependencies, and starts.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // the association's time zone must be known on machines without a tz database
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "acolhe: "+err.Error())
		os.Exit(1)
	}
}

// errUsage is answered to words that are no subcommand.
var errUsage = errors.New(`comando desconhecido. Comandos: serve (padrão), migrate, routes, openapi,
  admin create --email E --name N (a senha é lida da entrada padrão),
  sample-data load [--associates N]`)

// run does one subcommand; ending ctx ends it cleanly.
func run(ctx context.Context, args []string, getenv func(string) string, in io.Reader, out io.Writer) error {
	config, err := readConfig(getenv)
	if err != nil {
		return err
	}
	command, rest := "serve", args
	if len(args) > 0 {
		command, rest = args[0], args[1:]
	}
	switch command {
	case "serve":
		return serve(ctx, config, out)
	case "migrate":
		return migrate(ctx, config, out)
	case "routes":
		return printRoutes(config, out)
	case "openapi":
		return printDocument(config, out)
	case "admin":
		return createAdministrator(ctx, config, rest, in, out)
	case "sample-data":
		return loadSamples(ctx, config, rest, out)
	}
	return errUsage
}
