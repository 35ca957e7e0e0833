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

	"acolhe/models/platform/jobs"
)

// Times of the HTTP server. Writing has none: an export streams for as long as it is read,
// and every other request has its own limit in web.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	idleTimeout   = 120 * time.Second
)

const (
	// drainTimeout is how long requests and jobs at work may take to finish.
	drainTimeout = 30 * time.Second
	// cutTimeout is how long those that are cut off may take to notice.
	cancelTimeout = 5 * time.Second
	// oneWish is how long signals count as the one that came first: a terminal and `make`, or
	// `timeout`, send the same one twice.
	echoWindow = time.Second
)

// application answers requests and works jobs.
type application struct {
	handler http.Handler
	runner  *jobs.Runner
	log     *slog.Logger

	server *http.Server
	failed chan error
	// cut ends the requests and jobs at work.
	cancelRunning context.CancelFunc
}

func (a *application) start(ctx context.Context, listener net.Listener) error {
	// What is at work outlives the signal that ends ctx.
	lasting, cut := context.WithCancel(context.WithoutCancel(ctx))
	a.cancelRunning, a.failed = cut, make(chan error, 1)
	if err := a.runner.Start(lasting); err != nil {
		cut()
		return err
	}
	a.server = &http.Server{
		Handler: a.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		BaseContext: func(net.Listener) context.Context { return lasting },
		ErrorLog:    slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	go func() { a.failed <- a.server.Serve(listener) }()
	return nil
}

// runUntil goes on until ctx ends, tells, and lets what is at work finish.
func (a *application) runUntil(ctx context.Context, tell func()) error {
	defer a.cancelRunning()
	var broken error
	select {
	case failed := <-a.failed:
		broken = fmt.Errorf("o servidor parou de aceitar conexões: %w", failed)
	case <-ctx.Done():
		tell()
	}
	return errors.Join(broken, a.shutDown(ctx))
}

// shutDown takes nothing new and waits for what is at work, until that is done, drainTimeout
// is over or somebody asks again; the rest is cut off then, and the error says why.
func (a *application) shutDown(ctx context.Context) error {
	limited, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), drainTimeout, errDrainTimeout)
	defer cancel()
	patient, stop := untilSecondSignal(limited)
	defer stop()
	var unanswered, unworked error
	var finishing sync.WaitGroup
	finishing.Go(func() { unanswered = a.server.Shutdown(patient) })
	finishing.Go(func() { unworked = a.runner.Stop(patient) })
	finishing.Wait()
	if unanswered == nil && unworked == nil {
		return nil
	}
	a.cancelRunning()
	noticing, done := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer done()
	return errors.Join(context.Cause(patient), a.server.Close(), a.runner.Stop(noticing))
}

// untilSecondSignal ends early when a stop signal comes that is not the echo of the first one.
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
