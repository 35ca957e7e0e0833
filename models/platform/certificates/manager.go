package certificates

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"acolhe/models/platform/outbound"
)

// LetsEncrypt is the directory of Let's Encrypt.
const LetsEncrypt = acme.LetsEncryptURL

// Authority is an ACME server.
type Authority struct {
	// Directory is the address of its directory.
	Directory string
	// Roots are the authorities that its own certificate may be of; nil are those of the machine.
	Roots *x509.CertPool
}

// requestTimeout is the time limit of one connection to the authority, and of one answer.
const requestTimeout = 30 * time.Second

// pauses are the times between orders that fail; the last one repeats. Let's Encrypt permits five failures an hour for a name.
var pauses = []time.Duration{90 * time.Second, 5 * time.Minute, 15 * time.Minute, time.Hour}

// Manager obtains certificates, renews them when a third of their time is left, and answers the challenges of the authority.
type Manager struct {
	store Store
	auto  *autocert.Manager
	log   *slog.Logger

	mu    sync.Mutex
	ready map[string]bool
}

// New returns the manager of the names of a store. The authority is called through the guard.
func New(store Store, authority Authority, guard outbound.Guard, log *slog.Logger) (*Manager, error) {
	directory, err := url.Parse(authority.Directory)
	if err != nil {
		return nil, err
	}
	transport := guard.Naming(directory.Hostname()).ViaProxy(requestTimeout)
	transport.ResponseHeaderTimeout = requestTimeout
	transport.TLSClientConfig = &tls.Config{RootCAs: authority.Roots, MinVersion: tls.VersionTLS12}
	m := &Manager{store: store, log: log, ready: map[string]bool{}}
	m.auto = &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(store.Folder),
		HostPolicy: func(_ context.Context, host string) error { return m.requireOwn(host) },
		Client:     &acme.Client{DirectoryURL: authority.Directory, HTTPClient: outbound.ClientOf(transport), UserAgent: "acolhe"},
	}
	return m, nil
}

// requireOwn returns an error for a host, with or without a port, that is none of the names.
func (m *Manager) requireOwn(host string) error {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if !slices.Contains(m.store.Names, strings.ToLower(host)) {
		return fmt.Errorf("%q is not served here", host)
	}
	return nil
}

// Challenges answers the challenges that the authority sends to port 80, and passes other requests on.
func (m *Manager) Challenges(others http.Handler) http.Handler { return m.auto.HTTPHandler(others) }

// TLS returns how connections are encrypted. Connections for names without a certificate fail.
func (m *Manager) TLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: m.choose, NextProtos: []string{"h2", "http/1.1", acme.ALPNProto}}
}

// choose returns the certificate for a connection. A visitor never causes an order: those of strangers would use up what the
// authority permits.
func (m *Manager) choose(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return m.auto.GetCertificate(hello)
	}
	name := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	if err := m.requireOwn(name); err != nil {
		return nil, err
	}
	m.mu.Lock()
	isReady := m.ready[name]
	m.mu.Unlock()
	if !isReady {
		return nil, fmt.Errorf("%s has no certificate yet", name)
	}
	return m.auto.GetCertificate(modern(name))
}

// modern is the connection of a browser of the last ten years, whose certificate has a key of an elliptic curve.
func modern(name string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{ServerName: name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}}
}

// Start loads the stored certificates and orders those that are missing, again after a pause if an order fails, until ctx is
// done. The challenges must be answered soon after.
func (m *Manager) Start(ctx context.Context) {
	for _, name := range m.store.Names {
		if stored, err := m.store.Read(name); err == nil && time.Now().Before(stored.NotAfter) && m.obtain(name) == nil {
			continue
		}
		go m.order(ctx, name)
	}
}

// order orders the certificate of a name until it is there.
func (m *Manager) order(ctx context.Context, name string) {
	for failures := 0; ; failures++ {
		err := m.obtain(name)
		if err == nil {
			m.log.Info("there is a certificate", "name", name)
			return
		}
		pause := pauses[min(failures, len(pauses)-1)]
		m.log.Warn("no certificate: the name must lead to this server, with the ports 80 and 443 open", "name", name,
			"error", err.Error(), "again_in", pause.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// obtain loads the certificate of a name, or orders it. What it loads is renewed from then on.
func (m *Manager) obtain(name string) error {
	if _, err := m.auto.GetCertificate(modern(name)); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ready[name] = true
	return nil
}
