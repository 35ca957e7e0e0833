package https

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/certificates"
	"acolhe/models/platform/outbound"
)

// Limits of the requests that are redirected: they are small and answered at once.
const (
	redirectTimeout  = 10 * time.Second
	redirectIdle     = 30 * time.Second
	redirectMaxBytes = 16 << 10
)

// Front is the program's side to the Internet: one port for TLS, one that answers challenges and redirects.
type Front struct {
	manager          *certificates.Manager
	secure, redirect net.Listener
	redirector       *http.Server
}

// Open opens both ports, and keeps the certificates below the data directory. It returns nil, which serves nothing, if a proxy
// speaks TLS.
func Open(ctx context.Context, s Settings, dataDir string, guard outbound.Guard, log *slog.Logger) (*Front, error) {
	if !s.On() {
		return nil, nil
	}
	manager, err := certificates.New(s.Store(dataDir), s.Authority, guard, log)
	if err != nil {
		return nil, err
	}
	secure, err := Listen(ctx, "TLS_ADDR", s.Addr)
	if err != nil {
		return nil, err
	}
	redirect, err := Listen(ctx, "TLS_REDIRECT_ADDR", s.RedirectAddr)
	if err != nil {
		return nil, errors.Join(err, secure.Close())
	}
	redirector := &http.Server{
		Handler: manager.Challenges(Redirect(s.Names, s.Site)), ReadHeaderTimeout: redirectTimeout, ReadTimeout: redirectTimeout,
		WriteTimeout: redirectTimeout, IdleTimeout: redirectIdle, MaxHeaderBytes: redirectMaxBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return &Front{manager: manager, secure: secure, redirect: redirect, redirector: redirector}, nil
}

// Serve serves both ports and reports the end of either. The server, which is not running yet, gets the certificates; orders
// of certificates end with ctx.
func (f *Front) Serve(ctx context.Context, server *http.Server, failed chan<- error) {
	if f == nil {
		return
	}
	server.TLSConfig = f.manager.TLS()
	f.manager.Start(ctx)
	go func() { failed <- f.redirector.Serve(f.redirect) }()
	go func() { failed <- server.ServeTLS(f.secure, "", "") }()
}

// Shutdown stops redirecting; the server that serves TLS is stopped by its owner.
func (f *Front) Shutdown(ctx context.Context) error {
	if f == nil {
		return nil
	}
	return f.redirector.Shutdown(ctx)
}

// Close closes both ports at once.
func (f *Front) Close() {
	if f == nil {
		return
	}
	// They may be closed already, by a shutdown.
	_ = f.redirector.Close()
	_ = f.redirect.Close()
	_ = f.secure.Close()
}

// Redirect redirects reading requests to the same page over TLS, those for other names to the one of the site. What was sent
// to change something has travelled unencrypted already and is refused.
func Redirect(names []string, site *url.URL) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			w.Header().Set("Connection", "close")
			http.Error(w, "Use https.", http.StatusMethodNotAllowed)
			return
		}
		host := hostOf(r.Host)
		if !slices.Contains(names, host) {
			host = site.Hostname()
		}
		if port := site.Port(); port != "" {
			host = net.JoinHostPort(host, port)
		}
		target := url.URL{Scheme: "https", Host: host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	})
}

// hostOf returns the name of a header Host, in lower case and without a port.
func hostOf(header string) string {
	if host, _, err := net.SplitHostPort(header); err == nil {
		header = host
	}
	return strings.ToLower(header)
}
