package certificates_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"acolhe/models/platform/certificates"
	"acolhe/models/platform/outbound"
)

const name = "painel.exemplo.org.br"

// keep writes a certificate for the name, valid until then, as the manager keeps it.
func keep(t *testing.T, folder string, until time.Time) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(7), DNSNames: []string{name}, NotBefore: until.AddDate(0, -3, 0), NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, block := range []*pem.Block{{Type: "EC PRIVATE KEY", Bytes: secret}, {Type: "CERTIFICATE", Bytes: der}} {
		if err := pem.Encode(&text, block); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, name), text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	kept, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// started returns a manager of the name whose authority answers nothing, and the channel of its calls.
func started(t *testing.T, store certificates.Store) (*certificates.Manager, chan string) {
	t.Helper()
	calls := make(chan string, 100)
	authority := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls <- r.URL.Path
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(authority.Close)
	roots := x509.NewCertPool()
	roots.AddCert(authority.Certificate())
	m, err := certificates.New(store, certificates.Authority{Directory: authority.URL, Roots: roots}, outbound.Guard{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	m.Start(t.Context())
	return m, calls
}

// connect makes a connection and returns the certificate that the manager presents.
func connect(t *testing.T, m *certificates.Manager, config *tls.Config) (*x509.Certificate, error) {
	t.Helper()
	config.InsecureSkipVerify = true
	here, there := net.Pipe()
	defer here.Close()
	go func() {
		conn := tls.Server(there, m.TLS())
		_ = conn.Handshake() // the client sees how it ends
		conn.Close()
	}()
	client := tls.Client(here, config)
	if err := client.HandshakeContext(t.Context()); err != nil {
		return nil, err
	}
	return client.ConnectionState().PeerCertificates[0], nil
}

// A stored certificate is served from the first connection on, without the authority, in any spelling of the name.
func TestManager_Stored(t *testing.T) {
	t.Parallel()
	store := certificates.Store{Folder: t.TempDir(), Names: []string{name}}
	kept := keep(t, store.Folder, time.Now().AddDate(0, 2, 0))
	m, calls := started(t, store)
	for _, spelling := range []string{name, "Painel.Exemplo.org.br"} {
		if found, err := connect(t, m, &tls.Config{ServerName: spelling}); err != nil || !found.Equal(kept) {
			t.Errorf("%s is served %v, %v", spelling, found, err)
		}
	}
	if len(calls) != 0 {
		t.Errorf("the authority is called at %q", <-calls)
	}
	read, err := store.Read(name)
	if err != nil || !read.Equal(kept) {
		t.Errorf("the store reads %v, %v", read, err)
	}
}

// Connections of strangers never cause an order: not for other names, not before the first certificate, not with old keys.
func TestManager_StrangersOrderNothing(t *testing.T) {
	t.Parallel()
	store := certificates.Store{Folder: t.TempDir(), Names: []string{name}}
	keep(t, store.Folder, time.Now().AddDate(0, 2, 0))
	ready, calls := started(t, store)
	for _, server := range []string{"outro.exemplo.org.br", "exemplo.org.br", "127.0.0.1", ""} {
		if _, err := connect(t, ready, &tls.Config{ServerName: server}); err == nil {
			t.Errorf("%q is served", server)
		}
	}
	old := &tls.Config{ServerName: name, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256}}
	if _, err := connect(t, ready, old); err == nil {
		t.Error("a connection with an RSA key alone is served")
	}
	if _, err := connect(t, ready, &tls.Config{ServerName: name, NextProtos: []string{"acme-tls/1"}}); err == nil {
		t.Error("a challenge that nobody made is answered")
	}
	if len(calls) != 0 {
		t.Errorf("the authority is called at %q", <-calls)
	}
}

// A certificate that has ended is not served; the order of the next one does not wait for a visitor.
func TestManager_Ended(t *testing.T) {
	t.Parallel()
	store := certificates.Store{Folder: t.TempDir(), Names: []string{name}}
	keep(t, store.Folder, time.Now().Add(-time.Hour))
	m, calls := started(t, store)
	if _, err := connect(t, m, &tls.Config{ServerName: name}); err == nil {
		t.Error("a certificate that has ended is served")
	}
	<-calls
}

func TestStore_Missing(t *testing.T) {
	t.Parallel()
	store := certificates.Store{Folder: t.TempDir(), Names: []string{name}}
	if _, err := store.Read(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a certificate: %v", err)
	}
	if err := os.WriteFile(filepath.Join(store.Folder, name), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Read(name); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of a file without one: %v", err)
	}
}
