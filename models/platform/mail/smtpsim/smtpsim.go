// Package smtpsim is a real SMTP server for tests, which accepts or refuses as its Behavior says.
package smtpsim

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Behavior describes the answers of a server; the zero value accepts everything.
type Behavior struct {
	// Sender, Recipient and Message are the answers to MAIL FROM, RCPT TO and the end of DATA; nil
	// accepts.
	Sender, Recipient, Message error
	// DropsAfterData closes the connection after DATA without an answer.
	DropsAfterData bool
	// DropsAfterAccepting closes the connection after accepting the message.
	DropsAfterAccepting bool
	// Hangs delays the answer to DATA until the test ends.
	Hangs bool
	// Password is required of the user "correio".
	Password string
}

// Server is a real SMTP server for one test, with configurable behavior.
type Server struct {
	// TLS offers STARTTLS.
	TLS *tls.Config
	// Authenticated reports whether a client signed in with the password.
	Authenticated atomic.Bool

	mu       sync.Mutex
	behavior Behavior
	received []Message
	// over is closed at the end of the test.
	over chan struct{}
}

// New returns a server that is not started.
func New(behavior Behavior) *Server {
	return &Server{behavior: behavior, over: make(chan struct{})}
}

// Behave changes the behavior of a running server.
func (s *Server) Behave(behavior Behavior) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behavior = behavior
}

func (s *Server) current() Behavior {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behavior
}

// Message is a complete message, whether or not it was then accepted.
type Message struct {
	From, To, Text string
	Secured        bool
}

// Start listens on the host, with STARTTLS if there is a certificate.
func (s *Server) Start(t testing.TB, host string) *net.TCPAddr {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener)
	return listener.Addr().(*net.TCPAddr)
}

// StartTLS listens with TLS from the first byte.
func (s *Server) StartTLS(t testing.TB, host string) *net.TCPAddr {
	t.Helper()
	listener, err := tls.Listen("tcp", net.JoinHostPort(host, "0"), s.TLS)
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener)
	return listener.Addr().(*net.TCPAddr)
}

func (s *Server) serve(t testing.TB, listener net.Listener) {
	running := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{server: s, conn: c}, nil }))
	running.Domain, running.AllowInsecureAuth, running.TLSConfig = "servidor.test", true, s.TLS
	running.ErrorLog = log.New(io.Discard, "", 0)
	done := make(chan error, 1)
	go func() { done <- running.Serve(listener) }()
	t.Cleanup(func() {
		close(s.over)
		if err := running.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// Messages returns the complete messages so far.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.received...)
}

// session is the state of one connection.
type session struct {
	server   *Server
	conn     *smtp.Conn
	from, to string
	signedIn bool
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.current().Password != "" && !s.signedIn {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return s.server.current().Sender
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return s.server.current().Recipient
}

func (s *session) Data(reader io.Reader) error {
	text, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	_, secured := s.conn.TLSConnectionState()
	s.server.mu.Lock()
	s.server.received = append(s.server.received, Message{s.from, s.to, string(text), secured})
	s.server.mu.Unlock()
	if s.server.current().DropsAfterData {
		return s.conn.Conn().Close()
	}
	if s.server.current().Hangs {
		<-s.server.over
	}
	return s.server.current().Message
}

func (s *session) Reset() {
	if s.server.current().DropsAfterAccepting {
		s.conn.Conn().Close()
	}
}

func (s *session) Logout() error { return nil }

func (s *session) AuthMechanisms() []string {
	if s.server.current().Password == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != "correio" || password != s.server.current().Password {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		s.server.Authenticated.Store(true)
		return nil
	}), nil
}

// Certify sets a certificate of the server for an address, and returns the pool of its CA.
func (s *Server) Certify(t testing.TB, host string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.ParseIP(host)}, IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: private}}}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	return roots
}
