package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// terminalOf gives the terminal that somebody sits at, if in is one.
func terminalOf(in io.Reader) (terminal *os.File, isTerminal bool) {
	terminal, isFile := in.(*os.File)
	return terminal, isFile && term.IsTerminal(int(terminal.Fd()))
}

// confirms asks a question that only the word sim answers with yes, and says so when nothing is done.
func confirms(ctx context.Context, asked call, question string) (bool, error) {
	fmt.Fprint(asked.out, question+" Digite sim para confirmar: ")
	answer, err := readLine(ctx, asked.in)
	if err != nil || strings.EqualFold(strings.TrimSpace(answer), "sim") {
		return err == nil, err
	}
	_, err = fmt.Fprintln(asked.out, "Nada foi feito.")
	return false, err
}

func readLine(ctx context.Context, in io.Reader) (string, error) {
	return interruptible(ctx, func() (string, error) {
		line, err := bufio.NewReader(in).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		return strings.TrimRight(line, "\r\n"), nil
	})
}

// interruptible gives up when ctx ends, for the reading itself cannot be interrupted.
func interruptible(ctx context.Context, read func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	typed := make(chan answer, 1)
	go func() {
		text, err := read()
		typed <- answer{text, err}
	}()
	select {
	case a := <-typed:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
