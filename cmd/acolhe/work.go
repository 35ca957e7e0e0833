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
	cutTimeout = 5 * time.Second
	// oneWish is how long signals count as the one that came first: a terminal and `make`, or
	// `timeout`, send the same one twice.
	oneWish = time.Second
)

// work answers requests and works jobs.
type work struct {
	handler http.Handler
	runner  *jobs.Runner
	log     *slog.Logger

	server *http.Server
	failed chan error
	// cut ends the requests and jobs at work.
	cut context.CancelFunc
}

func (w *work) begin(ctx context.Context, listener net.Listener) error {
	// What is at work outlives the signal that ends ctx.
	lasting, cut := context.WithCancel(context.WithoutCancel(ctx))
	w.cut, w.failed = cut, make(chan error, 1)
	if err := w.runner.Start(lasting); err != nil {
		cut()
		return err
	}
	w.server = &http.Server{
		Handler: w.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		BaseContext: func(net.Listener) context.Context { return lasting },
		ErrorLog:    slog.NewLogLogger(w.log.Handler(), slog.LevelDebug),
	}
	go func() { w.failed <- w.server.Serve(listener) }()
	return nil
}

// lastUntil goes on until ctx ends, tells, and lets what is at work finish.
func (w *work) lastUntil(ctx context.Context, tell func()) error {
	defer w.cut()
	var broken error
	select {
	case failed := <-w.failed:
		broken = fmt.Errorf("o servidor parou de aceitar conexões: %w", failed)
	case <-ctx.Done():
		tell()
	}
	return errors.Join(broken, w.finish(ctx))
}

// finish takes nothing new and waits for what is at work, until that is done, drainTimeout
// is over or somebody asks again; the rest is cut off then, and the error says why.
func (w *work) finish(ctx context.Context) error {
	limited, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), drainTimeout, errTooSlow)
	defer cancel()
	patient, stop := untilAskedAgain(limited)
	defer stop()
	var unanswered, unworked error
	var finishing sync.WaitGroup
	finishing.Go(func() { unanswered = w.server.Shutdown(patient) })
	finishing.Go(func() { unworked = w.runner.Stop(patient) })
	finishing.Wait()
	if unanswered == nil && unworked == nil {
		return nil
	}
	w.cut()
	noticing, done := context.WithTimeout(context.WithoutCancel(ctx), cutTimeout)
	defer done()
	return errors.Join(context.Cause(patient), w.server.Close(), w.runner.Stop(noticing))
}

// untilAskedAgain ends early when a stop signal comes that is not the echo of the first one.
func untilAskedAgain(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	echoes := time.AfterFunc(oneWish, func() { signal.Notify(signals, stopSignals()...) })
	go func() {
		select {
		case <-signals:
			cancel(errAskedAgain)
		case <-ctx.Done():
		}
		echoes.Stop()
		signal.Stop(signals)
	}()
	return ctx, func() { cancel(nil) }
}
