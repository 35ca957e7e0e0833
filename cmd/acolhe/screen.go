package main

import (
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"
)

// startInfo is the content of the start screen.
type startInfo struct {
	address       *url.URL
	administrator credentials
	data          string
	took          time.Duration
}

// printWelcome prints the start screen.
func printWelcome(out io.Writer, s startInfo) {
	fmt.Fprintf(out, "\n  Acolhe pronto em %s s\n\n", strings.Replace(fmt.Sprintf("%.1f", s.took.Seconds()), ".", ",", 1))
	fmt.Fprintf(out, "  Endereço   %s\n", s.address)
	if s.administrator.email != "" {
		fmt.Fprintf(out, "  E-mail     %s\n", s.administrator.email)
	}
	if s.administrator.password != "" {
		fmt.Fprintf(out, "  Senha      %s\n", s.administrator.password)
	}
	fmt.Fprintf(out, "  Dados      %s\n  Parar      Ctrl+C\n\n", s.data)
}

// printFarewell prints that stopping may take a moment.
func printFarewell(out io.Writer) {
	fmt.Fprint(out, "\n  Parando: termino o que está em andamento (Ctrl+C de novo para já)\n")
}
