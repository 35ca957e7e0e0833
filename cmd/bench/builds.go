package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// compareBuilds measures a binary and one of an earlier commit alternately, both as processes on
// the same database. The answer to each workload must hold all that the earlier build returns.
func compareBuilds(ctx context.Context, o options, out io.Writer) (err error) {
	g, err := prepareTestbed(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	now, err := g.startBuild(ctx, o.process)
	if err != nil {
		return err
	}
	before, err := g.startBuild(ctx, o.before)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n\n", g.describe(o))
	for _, w := range o.selected(g.workloads()) {
		w.contenders = []contender{g.withAddress(w.contenders[0], "Acolhe", now.addr),
			g.withAddress(w.contenders[0], "before", before.addr).withTarget(0.97)}
		if err := w.check(covers); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		results, err := w.measure(ctx, o)
		if err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		report(out, w, results)
	}
	fmt.Fprint(out, legend)
	return nil
}

// startBuild starts a binary on the testbed's database.
func (g *testbed) startBuild(ctx context.Context, binary string, environment ...string) (*process, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "acolhe-bench-")
	if err != nil {
		return nil, err
	}
	g.closers = append(g.closers, func() error { return os.RemoveAll(dir) })
	started, err := start(ctx, path, dir, append(environment, "DATABASE_URL="+g.pool.Config().ConnString())...)
	if err != nil {
		return nil, err
	}
	g.closers = append(g.closers, started.stop)
	return started, nil
}

// withAddress returns the contender with another address for the same request.
func (g *testbed) withAddress(s contender, name, addr string) contender {
	s.request = bytes.ReplaceAll(s.request, []byte("Host: "+s.addr), []byte("Host: "+addr))
	s.name, s.addr = name, addr
	return s
}
