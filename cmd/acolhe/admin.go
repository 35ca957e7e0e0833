package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"acolhe/models/operators"
)

// createAdministrator is `acolhe admin create`; the password is asked for at a terminal, else
// it is the first line of standard input.
func createAdministrator(ctx context.Context, c config, asked call) error {
	var input operators.AdministratorInput
	flags := flag.NewFlagSet("admin create", flag.ContinueOnError)
	flags.StringVar(&input.Email, "email", "", "")
	flags.StringVar(&input.Name, "name", "", "")
	if err := parse(flags, asked.flags); err != nil {
		return err
	}
	var err error
	if input.Password, err = readPassword(ctx, asked.in, asked.out); err != nil {
		return err
	}
	return withDatabase(ctx, c, func(opened *database) error {
		operator, err := operators.CreateAdministrator(ctx, opened.DB, input, time.Now())
		if err != nil {
			return err
		}
		fmt.Fprintf(asked.out, "Administrador criado: %s\n", operator.Email)
		return nil
	})
}

// readPassword gives up when ctx ends, for the reading itself cannot be interrupted.
func readPassword(ctx context.Context, in io.Reader, out io.Writer) (string, error) {
	read := func() (string, error) { return readLine(in) }
	restore := func() error { return nil }
	if terminal, is := in.(*os.File); is && term.IsTerminal(int(terminal.Fd())) {
		before, err := term.GetState(int(terminal.Fd()))
		if err != nil {
			return "", err
		}
		restore = func() error { return term.Restore(int(terminal.Fd()), before) }
		read = func() (string, error) { return readHidden(terminal, out) }
	}
	type answer struct {
		password string
		err      error
	}
	typed := make(chan answer, 1)
	go func() {
		password, err := read()
		typed <- answer{password, err}
	}()
	select {
	case a := <-typed:
		return a.password, a.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), restore())
	}
}

func readLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

func readHidden(terminal *os.File, out io.Writer) (string, error) {
	fmt.Fprint(out, "Senha: ")
	typed, err := term.ReadPassword(int(terminal.Fd()))
	fmt.Fprintln(out)
	return string(typed), err
}
