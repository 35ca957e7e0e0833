package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"acolhe/handlers"
	"acolhe/models/jobs"
	"acolhe/static"
)

// Times of the HTTP server. Writing has none: an export streams for as long as it is read,
// and every other request has its own limit in web.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 60 * time.Second
	idleTimeout   = 120 * time.Second
	// drainTimeout is how long requests and jobs at work may take to finish.
	drainTimeout = 30 * time.Second
)

// serve runs the system until ctx ends, then finishes requests and jobs and stops everything.
func serve(ctx context.Context, c config, out io.Writer) (err error) {
	begun := time.Now()
	log := c.logger()
	if !static.Built() {
		log.Warn("browser assets are missing: pages are unstyled; run `make build`")
	}
	listener, err := listen(ctx, c.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	opened, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.close(ctx)) }()
	first, err := firstStart(ctx, opened, c)
	if err != nil {
		return err
	}
	server, err := handlers.New(opened.Connection, handlers.Config{
		Production: c.production, BaseURL: c.baseURL, CookieDomain: c.cookieDomain,
		TrustedProxies: c.trustedProxies, Log: log, Now: time.Now,
	})
	if err != nil {
		return err
	}
	runner, err := jobs.New(opened.Pool, log.With("part", "jobs"))
	if err != nil {
		return err
	}
	welcome(out, started{listener.Addr().String(), first, opened.describe(c), time.Since(begun)})
	return work(ctx, listener, server, runner, log)
}

// listen takes the port before anything else is started.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("o endereço %s já está em uso por outro programa: pare-o ou escolha outro em ADDR", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("não foi possível escutar em %s (ADDR): %w", addr, err)
	}
	return listener, nil
}

// work answers requests and works jobs until ctx ends, then lets both finish.
func work(ctx context.Context, listener net.Listener, handler http.Handler, runner *jobs.Runner, log *slog.Logger) error {
	// Jobs and requests at work outlive the signal that ends ctx.
	lasting := context.WithoutCancel(ctx)
	if err := runner.Start(lasting); err != nil {
		return err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		BaseContext: func(net.Listener) context.Context { return lasting },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var broken error
	select {
	case broken = <-failed:
	case <-ctx.Done():
	}
	drained, cancel := context.WithTimeout(lasting, drainTimeout)
	defer cancel()
	return errors.Join(broken, server.Shutdown(drained), runner.Stop(drained))
}
