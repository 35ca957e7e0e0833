package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"time"

	"acolhe/models/doctor"
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
	"acolhe/models/reads"
	"acolhe/models/types/auth"
)

// healthTimeout is the time limit of `acolhe health`.
const healthTimeout = 3 * time.Second

// errLogDiffers is the result of `acolhe log verify` for a log that differs from its chain.
var errLogDiffers = errors.New("o registro não confere")

// faultWords say what each kind of fault is.
var faultWords = map[reads.FaultKind]string{
	reads.Missing: "faltam %d linhas", reads.Added: "há %d linhas a mais", reads.Altered: "há linhas alteradas",
	reads.Lost:   "%d leituras não foram escritas",
	reads.Broken: "a corrente está interrompida", reads.Cut: "um processo foi interrompido: pode faltar até um segundo de leituras",
}

// verifyLog implements `acolhe log verify`: it checks the chain over the log of reads and the security events. With --head it
// also checks that the chain still has the end that an earlier check printed.
func verifyLog(ctx context.Context, c config, inv invocation) error {
	var head string
	flags := flag.NewFlagSet("log verify", flag.ContinueOnError)
	flags.StringVar(&head, "head", "", "")
	if err := parseFlags(flags, inv.flags); err != nil {
		return err
	}
	return withDatabase(ctx, c, func(opened *database) error {
		zone, err := settings.Location(ctx, opened.DB)
		if err != nil {
			return err
		}
		report, err := reads.Verify(ctx, opened.Connection, time.Now(), head)
		if err != nil {
			return err
		}
		printFaults(inv.out, append(report.Cuts, report.Faults...), zone)
		fmt.Fprintf(inv.out, "%d linhas em %d blocos conferidas.\nFim da corrente: %s\n", report.Rows, report.Blocks, report.Head)
		if !report.HasExpected {
			fmt.Fprintln(inv.out, "O fim informado em --head não está mais na corrente.")
		}
		if len(report.Faults) > 0 || !report.HasExpected {
			return errLogDiffers
		}
		return nil
	})
}

func printFaults(out io.Writer, faults []reads.Fault, zone *time.Location) {
	const moment = "02/01/2006 15:04:05"
	for _, fault := range faults {
		words := faultWords[fault.Kind]
		if fault.Kind == reads.Missing || fault.Kind == reads.Added || fault.Kind == reads.Lost {
			words = fmt.Sprintf(words, fault.Rows)
		}
		fmt.Fprintf(out, "%s a %s: %s\n", fault.From.In(zone).Format(moment), fault.To.In(zone).Format(moment), words)
	}
}

// errSilent is the result of `acolhe health` when no process answers.
var errSilent = errors.New("o sistema não responde em ADDR")

// checkHealth implements `acolhe health`, for containers and supervisors: it calls the process of this machine at ADDR.
func checkHealth(ctx context.Context, c config, _ invocation) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	address := config{}.publicURL(c.addr)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.JoinPath("healthz").String(), nil)
	if err != nil {
		return err
	}
	answer, err := c.outbound.Naming(address.Hostname()).Client().Do(request)
	if err != nil {
		return errSilent
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return errSilent
	}
	return nil
}

// errUnwell is the result of `acolhe doctor` for an installation with a problem.
var errUnwell = errors.New("há um problema: veja acima o que fazer")

// examine implements `acolhe doctor`: it examines the installation, also while the program serves, and prints what to do.
func examine(ctx context.Context, c config, inv invocation) error {
	return c.withEnv(ctx, func(env area.Env) error {
		zone, err := settings.Location(ctx, env.DB)
		if err != nil {
			return err
		}
		report, err := doctor.New(env).Examine(ctx, auth.Caller{Kind: auth.System}.At(time.Now()))
		if err != nil {
			return err
		}
		if _, err := io.WriteString(inv.out, report.Text(zone)); err != nil {
			return err
		}
		if len(report.At(doctor.Bad)) > 0 {
			return errUnwell
		}
		return nil
	})
}
