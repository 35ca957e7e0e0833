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

// compareBuilds measures a built binary beside one of an earlier commit, both as processes over the same database, in
// turns. Each work is checked to be answered alike by both.
func compareBuilds(ctx context.Context, o options, out io.Writer) (err error) {
	g, err := prepareGround(ctx, o)
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
	for _, w := range o.chosen(g.works()) {
		w.sides = []side{g.moved(w.sides[0], "Acolhe", now.addr), g.moved(w.sides[0], "before", before.addr).toReach(0.97)}
		if err := w.check(); err != nil {
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

// startBuild starts a binary over the database of the ground.
func (g *ground) startBuild(ctx context.Context, binary string) (*process, error) {
	path, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "acolhe-bench-")
	if err != nil {
		return nil, err
	}
	g.closers = append(g.closers, func() error { return os.RemoveAll(dir) })
	started, err := start(ctx, path, dir, "DATABASE_URL="+g.pool.Config().ConnString())
	if err != nil {
		return nil, err
	}
	g.closers = append(g.closers, started.stop)
	return started, nil
}

// moved is the same request to another address.
func (g *ground) moved(s side, name, addr string) side {
	s.request = bytes.ReplaceAll(s.request, []byte("Host: "+s.addr), []byte("Host: "+addr))
	s.name, s.addr = name, addr
	return s
}
