package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"acolhe/models/operators"
)

// createAdministrator implements `acolhe admin create`. It prompts for the password at a
// terminal, and otherwise reads it from the first line of standard input.
func createAdministrator(ctx context.Context, c config, inv invocation) error {
	var input operators.AdministratorInput
	flags := flag.NewFlagSet("admin create", flag.ContinueOnError)
	flags.StringVar(&input.Email, "email", "", "")
	flags.StringVar(&input.Name, "name", "", "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	var err error
	if input.Password, err = readPassword(ctx, inv.in, inv.out); err != nil {
		return err
	}
	return withDatabase(ctx, c, func(opened *database) error {
		operator, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now())
		if err != nil {
			return err
		}
		fmt.Fprintf(inv.out, "Administrador criado: %s\n", operator.Email)
		return nil
	})
}

// readPassword reads a line, without echo at a terminal.
func readPassword(ctx context.Context, in io.Reader, out io.Writer) (string, error) {
	terminal, isTerminal := terminalOf(in)
	if !isTerminal {
		return readLine(ctx, in)
	}
	before, err := term.GetState(int(terminal.Fd()))
	if err != nil {
		return "", err
	}
	password, err := interruptible(ctx, func() (string, error) { return readHidden(terminal, out) })
	if ctx.Err() != nil {
		err = errors.Join(err, term.Restore(int(terminal.Fd()), before))
	}
	return password, err
}

func readHidden(terminal *os.File, out io.Writer) (string, error) {
	fmt.Fprint(out, "Senha: ")
	typed, err := term.ReadPassword(int(terminal.Fd()))
	fmt.Fprintln(out)
	return string(typed), err
}
