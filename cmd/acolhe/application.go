package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/backups"
	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/live"
	"acolhe/models/reads"
	"acolhe/web/https"
)

// Timeouts of the HTTP server. Writing has none: an export streams for as long as the client
// reads, and every other request has its own limit in web.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	idleTimeout   = 120 * time.Second
	// maxHeaderBytes is the maximum size of all headers of a request.
	maxHeaderBytes = 64 << 10
)

const (
	// drainTimeout is the time for running requests and jobs to finish.
	drainTimeout = 30 * time.Second
	// cancelTimeout is the time for cancelled requests and jobs to return.
	cancelTimeout = 5 * time.Second
	// echoWindow is the time in which further signals count as the first one: a terminal and `make`, or `timeout`, send
	// the same signal twice.
	echoWindow = time.Second
)

// application serves requests and runs jobs.
type application struct {
	handler http.Handler
	runner  *jobs.Runner
	log     *slog.Logger
	// hub wakes open pages; it listens to database on a connection of its own.
	hub      *live.Hub
	database *pgx.ConnConfig
	// dispatch enqueues the jobs of webhooks.
	dispatch func(ctx context.Context, hub *live.Hub, log *slog.Logger)

	// measure decides whether the replica is read.
	measure func(ctx context.Context, log *slog.Logger)

	// reads keeps who saw data of people.
	reads *reads.Log

	// copies are made of the database.
	copies backups.Office

	// followSchema calls changed whenever the program may no longer serve the schema, or may again.
	followSchema func(ctx context.Context, changed func(*schema.Misfit))

	// front serves https, nil behind a proxy.
	front  *https.Front
	server *http.Server
	failed chan error
	// cancelRunning cancels the running requests and jobs.
	cancelRunning func()
}

func (a *application) start(ctx context.Context, listener net.Listener) error {
	// Running requests and jobs continue after the signal that cancels ctx.
	lasting, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	a.cancelRunning, a.failed = func() { cut(errCutShort) }, make(chan error, 3)
	if err := a.runner.Start(lasting); err != nil {
		a.cancelRunning()
		return err
	}
	a.server = &http.Server{
		Handler: a.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return lasting },
		ErrorLog:    slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	a.server.RegisterOnShutdown(a.hub.Close)
	go a.hub.Listen(lasting, a.database, a.log)
	go a.dispatch(ctx, a.hub, a.log)
	go a.measure(ctx, a.log)
	go a.reads.Run(lasting)
	go a.followSchema(ctx, func(misfit *schema.Misfit) { a.pauseJobs(lasting, misfit) })
	a.front.Serve(ctx, a.server, a.failed)
	go func() { a.failed <- a.server.Serve(listener) }()
	return nil
}

// pauseJobs starts no jobs while the program may not serve the schema, and runs them again when it may.
func (a *application) pauseJobs(ctx context.Context, misfit *schema.Misfit) {
	if misfit == nil {
		a.log.Info("the schema admits this program again")
		if err := a.runner.Start(ctx); err != nil {
			a.log.Error("jobs do not start", "error", err.Error())
		}
		return
	}
	a.log.Error("the schema does not admit this program: requests are refused and jobs wait; install the newer version",
		"schema", misfit.Schema, "program", misfit.Program, "oldest_program", misfit.Oldest)
	if err := a.runner.Stop(ctx); err != nil {
		a.log.Error("jobs do not stop", "error", err.Error())
	}
}

// runUntil waits until ctx is done, calls onStop and shuts down.
func (a *application) runUntil(ctx context.Context, onStop func()) error {
	defer a.cancelRunning()
	var broken error
	select {
	case failed := <-a.failed:
		broken = fmt.Errorf("o servidor parou de aceitar conexões: %w", failed)
	case <-ctx.Done():
		onStop()
	}
	return errors.Join(broken, a.shutDown(ctx))
}

// shutDown accepts no new work and waits for the running requests and jobs, at most for drainTimeout or until a second
// signal. Then it cancels the rest and returns the reason.
func (a *application) shutDown(ctx context.Context) error {
	limited, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), drainTimeout, errDrainTimeout)
	defer cancel()
	draining, stop := untilSecondSignal(limited)
	defer stop()
	var serverErr, runnerErr error
	var finishing sync.WaitGroup
	finishing.Go(func() { serverErr = errors.Join(a.front.Shutdown(draining), a.server.Shutdown(draining)) })
	finishing.Go(func() { runnerErr = a.runner.Stop(draining) })
	finishing.Wait()
	if serverErr == nil && runnerErr == nil {
		return a.reads.Stop(ctx)
	}
	a.cancelRunning()
	cancelling, done := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer done()
	return errors.Join(context.Cause(draining), a.server.Close(), a.runner.Stop(cancelling), a.reads.Stop(ctx))
}

// untilSecondSignal returns a context that a second stop signal cancels, after echoWindow.
func untilSecondSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	echoes := time.AfterFunc(echoWindow, func() { signal.Notify(signals, stopSignals()...) })
	go func() {
		select {
		case <-signals:
			cancel(errSecondSignal)
		case <-ctx.Done():
		}
		echoes.Stop()
		signal.Stop(signals)
	}()
	return ctx, func() { cancel(nil) }
}
