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

// terminalOf returns in as a file, and whether it is a terminal.
func terminalOf(in io.Reader) (terminal *os.File, isTerminal bool) {
	terminal, isFile := in.(*os.File)
	return terminal, isFile && term.IsTerminal(int(terminal.Fd()))
}

// confirm asks a question and reports whether the answer is the word sim. Otherwise it prints
// that nothing was done.
func confirm(ctx context.Context, inv invocation, question string) (bool, error) {
	fmt.Fprint(inv.out, question+" Digite sim para confirmar: ")
	answer, err := readLine(ctx, inv.in)
	if err != nil || strings.EqualFold(strings.TrimSpace(answer), "sim") {
		return err == nil, err
	}
	_, err = fmt.Fprintln(inv.out, "Nada foi feito.")
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

// interruptible returns early when ctx is done, because a read cannot be interrupted.
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
