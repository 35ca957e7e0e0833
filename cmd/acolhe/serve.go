package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"acolhe/handlers"
	"acolhe/models/areas"
	"acolhe/models/cep"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/db/private/archive"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/reads"
	"acolhe/models/webhooks"
	"acolhe/static"
	"acolhe/web/https"
)

// serve implements `acolhe serve`: it runs the system until ctx is done, then finishes the
// requests and jobs in progress and stops everything.
func serve(ctx context.Context, c config, inv invocation) (err error) {
	begun := time.Now()
	catchBrokenPipes()
	listener, err := https.Listen(ctx, "ADDR", c.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	front, err := https.Open(ctx, c.tls, c.dataDir, c.outbound, c.logger())
	if err != nil {
		return err
	}
	defer front.Close()
	if err := ensureDataDir(c.dataDir); err != nil {
		return err
	}
	// An unreadable key is reported before anything is started.
	if _, err := c.encryptionKey(); err != nil {
		return err
	}
	opened, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.close(ctx)) }()
	if c.encryptKey, err = c.currentKey(ctx, opened); err != nil {
		return err
	}
	if err := c.checkDataKey(ctx, opened); err != nil {
		return err
	}
	first, err := firstStart(ctx, opened, c, c.logger())
	if err != nil {
		return err
	}
	c.baseURL = c.publicURL(listener.Addr().String())
	app, err := newApplication(opened, c)
	if err != nil {
		return err
	}
	app.front = front
	if err := app.start(ctx, listener); err != nil {
		return err
	}
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	opened.watch(c.logger(), giveUp, app.copies)
	if !static.Built() {
		c.logger().Warn("browser assets are missing: pages are unstyled; run `make build`")
	}
	printWelcome(inv.out, startInfo{c.baseURL, first, opened.describe(c), time.Since(begun)})
	// The start allocates several times what the program keeps.
	debug.FreeOSMemory()
	err = app.runUntil(ctx, func() { printFarewell(inv.out) })
	if lost := context.Cause(ctx); errors.Is(lost, private.ErrKeepsFailing) {
		return errors.Join(lost, err)
	}
	return err
}

// newApplication builds the HTTP handler and the runner of jobs.
func newApplication(opened *database, c config) (*application, error) {
	hub, fitness := live.NewHub(), new(schema.Fitness)
	config := handlers.Config{
		Production: c.production, BaseURL: c.baseURL, CookieDomain: c.cookieDomain,
		TrustedProxies: c.trustedProxies, CORSOrigins: c.corsOrigins, Log: c.logger(), Now: time.Now, Mail: c.outbox(),
		Key: c.encryptKey, Environment: c.variable, CEP: cep.Directory{URL: c.viaCEP}, Exports: exports.NewSemaphore(), Storage: c.storage(),
		DataDir: c.dataDir, Certificates: c.tls.Store(c.dataDir), Archive: archive.FS, Live: hub,
		Webhooks: c.webhooks, Outbound: c.outbound, Sender: c.mailSender(opened.DB), Serves: fitness.Err,
		Reads: reads.New(opened.Connection, c.logger()),
	}
	server, err := handlers.New(opened.Connection, config)
	if err != nil {
		return nil, err
	}
	runner, err := handlers.Jobs(opened.Connection, config, c.jobsLogger())
	if err != nil {
		return nil, err
	}
	env := config.Env(opened.Connection)
	sender := webhooks.NewSender(env)
	return &application{
		handler: server, runner: runner, log: c.logger(), hub: hub, dispatch: sender.Dispatch, measure: opened.Replica.Measure,
		reads:  config.Reads,
		copies: areas.NewBackups(env),
		followSchema: func(ctx context.Context, changed func(*schema.Misfit)) {
			fitness.Follow(ctx, opened.Connection, changed)
		},
		database: opened.Pool.Config().ConnConfig,
	}, nil
}

// catchBrokenPipes keeps a closed output (`acolhe
// tee`, where Ctrl+C ends tee first) from ending the process in the middle of its work. Unlike an ignored signal, a
// caught one is not inherited by child processes.
func catchBrokenPipes() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}

// ensureDataDir creates the data directory and checks that files can be written to it.
func ensureDataDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return dataDirError(err)
	}
	probe, err := os.CreateTemp(dir, ".probe-")
	if err != nil {
		return dataDirError(err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func dataDirError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return private.ErrNoSpace
	}
	return private.ErrNotWritable
}
