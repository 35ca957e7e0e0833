// Command bench measures Acolhe on this machine:
//
//	make bench                      compared with a minimal net/http + pgx program, as ratios
//	bin/bench -process bin/acolhe   a built binary: its size, start times and memory
//	bin/bench -instances bin/acolhe 1, 2 and 4 processes of a built binary on one PostgreSQL
//	bin/bench -growth 350000        with so many associates, compared with a hundredth of them
//
// It is a module of its own, so that what it needs is neither built nor tested with the program.
// It fails if the compared programs return different answers or none. It
// asserts nothing about time: absolute figures depend on the machine, ratios of one run do not.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := begin(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// begin is one of the measured programs where the environment says so, else it measures.
func begin(ctx context.Context) error {
	if setup := os.Getenv(programVariable); setup != "" {
		return serveProgram(ctx, setup)
	}
	return run(ctx, os.Args[1:], os.Stdout)
}

// options are the flags.
type options struct {
	associates  int
	rounds      int
	slice       time.Duration
	connections int
	logins      int
	only        string
	profile     string
	process     string
	before      string
	instances   string
	growth      int
	services    int
	plans       bool
	document    string
}

func readOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.IntVar(&o.associates, "associates", 10_000, "how many sample associates to load")
	flags.IntVar(&o.rounds, "rounds", 10, "number of slices of each program")
	flags.DurationVar(&o.slice, "slice", 500*time.Millisecond, "how long a slice is")
	flags.IntVar(&o.connections, "connections", 16, "number of concurrent connections")
	flags.IntVar(&o.logins, "logins", 45, "how many logins to try with each address; an account takes 49 failures in an hour")
	flags.StringVar(&o.only, "only", "", "measure only the workloads whose names contain this")
	flags.StringVar(&o.profile, "profile", "",
		"write a CPU profile of Acolhe to this file")
	flags.StringVar(&o.process, "process", "", "measure this built binary instead")
	flags.StringVar(&o.before, "before", "", "measure the binary of -process beside this one of an earlier commit")
	flags.StringVar(&o.instances, "instances", "", "measure 1, 2 and 4 processes of this built binary on one PostgreSQL instead")
	flags.IntVar(&o.growth, "growth", 0, "compare this number of sample associates with a hundredth of it instead")
	flags.IntVar(&o.services, "services", 100_000, "number of services of the analytics")
	flags.StringVar(&o.document, "write", "", "also write the report into this document, in place of the last one of its kind")
	flags.BoolVar(&o.plans, "plans", false, "also report PostgreSQL's plans of Acolhe's statements")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.associates < 1 || o.growth < 0 || o.rounds < 1 || o.slice <= 0 || o.connections < 1 || o.logins < 1 || o.services < 1 ||
		flags.NArg() > 0 {
		return o, errors.New("associates, rounds, slice, connections, logins and services must be above 0, and nothing follows the flags")
	}
	if o.document != "" && o.only != "" {
		return o, errors.New("a report of some workloads would replace that of all in the document")
	}
	return o, nil
}

// selected returns the workloads that match -only.
func (o options) selected(works []workload) []workload {
	return slices.DeleteFunc(works, func(w workload) bool { return !strings.Contains(w.name, o.only) })
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o, err := readOptions(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	kind, measure := o.kind()
	if o.document == "" {
		return measure(ctx, o, out)
	}
	var report bytes.Buffer
	if err := measure(ctx, o, io.MultiWriter(out, &report)); err != nil {
		return err
	}
	return writeDocument(o.document, kind, report.String(), time.Now())
}

// kind returns the name of what the flags ask to measure, and its function.
func (o options) kind() (string, func(context.Context, options, io.Writer) error) {
	switch {
	case o.before != "":
		return "builds", compareBuilds
	case o.process != "":
		return "process", measureProcess
	case o.instances != "":
		return "instances", measureInstances
	case o.growth != 0:
		return "growth", measureGrowth
	}
	return "ratios", compare
}

// compare measures every workload on a new testbed.
func compare(ctx context.Context, o options, out io.Writer) (err error) {
	g, err := prepareTestbed(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	fmt.Fprintf(out, "%s\n\n", g.describe(o))
	// Writes change what pages read, so that the pages come first.
	if strings.Contains(pagesName, o.only) {
		if err := g.measurePages(ctx, o.rounds, out); err != nil {
			return err
		}
	}
	works := o.selected(g.workloads())
	for _, w := range works {
		if err := w.run(ctx, o, out); err != nil {
			return err
		}
	}
	if o.plans {
		if err := g.reportPlans(ctx, works, out); err != nil {
			return err
		}
	}
	for _, other := range []struct {
		name    string
		measure func() error
	}{
		{loginsName, func() error { return g.compareLogins(ctx, o.logins, out) }},
		{signaturesName, func() error { return g.measureSignatures(ctx, o.rounds, out) }},
		{filesName, func() error { return g.measureFiles(ctx, o.rounds, out) }},
		{analyticsName, func() error { return measureAnalytics(ctx, o, out) }},
		{rollupsName, func() error { return g.measureRollups(ctx, o.rounds, out) }},
		{agendaName, func() error { return g.measureAgenda(ctx, o.rounds, out) }},
		{readsName, func() error { return g.measureReads(ctx, o, out) }},
		{webhooksName, func() error { return g.measureWebhooks(ctx, o.rounds, out) }},
		{medicineName, func() error { return g.measureMedicine(ctx, o.rounds, out) }},
		{quotesName, func() error { return g.measureQuotes(ctx, o.rounds, out) }},
		{writesName, func() error { return g.measureWrites(ctx, o, out) }},
	} {
		if !strings.Contains(other.name, o.only) {
			continue
		}
		if err := g.settle(ctx); err != nil {
			return err
		}
		if err := other.measure(); err != nil {
			return err
		}
	}
	fmt.Fprint(out, legend)
	return nil
}

// run checks, measures and reports a workload.
func (w workload) run(ctx context.Context, o options, out io.Writer) error {
	if err := w.check(reflect.DeepEqual); err != nil {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	results, err := w.measure(ctx, o)
	if err != nil {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	report(out, w, results)
	return nil
}

// reportPlans reports the plans of the measured workloads.
func (g *testbed) reportPlans(ctx context.Context, measured []workload, out io.Writer) error {
	explaining, err := explainPlans(ctx, g.pool, g.serverLog)
	if err != nil {
		return err
	}
	return explaining.reportPlans(ctx, measured, out)
}

func startProfile(path string) (finish func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return file.Close()
	}, nil
}
