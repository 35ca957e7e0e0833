package mail_test

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

	"acolhe/models/platform/mail"
)

// behavior describes the answers of a server; the zero value accepts everything.
type behavior struct {
	// sender, recipient and message are the answers to MAIL FROM, RCPT TO and the end of DATA; nil
	// accepts.
	sender, recipient, message error
	// dropsAfterData closes the connection after DATA without an answer.
	dropsAfterData bool
	// dropsAfterAccepting closes the connection after accepting the message.
	dropsAfterAccepting bool
	// hangs delays the answer to DATA until the test ends.
	hangs chan struct{}
	// password is required of the user "correio".
	password string
}

// server is a real SMTP server for one test, with configurable behavior.
type server struct {
	// tls offers STARTTLS.
	tls *tls.Config
	// authenticated reports whether a client signed in with the password.
	authenticated atomic.Bool

	mu       sync.Mutex
	behavior behavior
	received []received
}

func newServer(behavior behavior) *server { return &server{behavior: behavior} }

// behave changes the behavior of a running server.
func (s *server) behave(behavior behavior) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behavior = behavior
}

func (s *server) current() behavior {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behavior
}

// received is a complete message, whether or not it was then accepted.
type received struct {
	from, to, text string
	secured        bool
}

// start listens on the host, with STARTTLS if there is a certificate.
func (s *server) start(t *testing.T, host string) *net.TCPAddr {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener)
	return listener.Addr().(*net.TCPAddr)
}

// startTLS listens with TLS from the first byte.
func (s *server) startTLS(t *testing.T, host string) *net.TCPAddr {
	t.Helper()
	listener, err := tls.Listen("tcp", net.JoinHostPort(host, "0"), s.tls)
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener)
	return listener.Addr().(*net.TCPAddr)
}

func (s *server) serve(t *testing.T, listener net.Listener) {
	running := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{server: s, conn: c}, nil }))
	running.Domain, running.AllowInsecureAuth, running.TLSConfig = "servidor.test", true, s.tls
	running.ErrorLog = log.New(io.Discard, "", 0)
	done := make(chan error, 1)
	go func() { done <- running.Serve(listener) }()
	t.Cleanup(func() {
		if err := running.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
}

// messages returns the complete messages so far.
func (s *server) messages() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.received...)
}

// session is the state of one connection.
type session struct {
	server   *server
	conn     *smtp.Conn
	from, to string
	signedIn bool
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.current().password != "" && !s.signedIn {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return s.server.current().sender
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return s.server.current().recipient
}

func (s *session) Data(reader io.Reader) error {
	text, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	_, secured := s.conn.TLSConnectionState()
	s.server.mu.Lock()
	s.server.received = append(s.server.received, received{s.from, s.to, string(text), secured})
	s.server.mu.Unlock()
	if s.server.current().dropsAfterData {
		return s.conn.Conn().Close()
	}
	if s.server.current().hangs != nil {
		<-s.server.current().hangs
	}
	return s.server.current().message
}

func (s *session) Reset() {
	if s.server.current().dropsAfterAccepting {
		s.conn.Conn().Close()
	}
}

func (s *session) Logout() error { return nil }

func (s *session) AuthMechanisms() []string {
	if s.server.current().password == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, username, password string) error {
		if username != "correio" || password != s.server.current().password {
			return smtp.ErrAuthFailed
		}
		s.signedIn = true
		s.server.authenticated.Store(true)
		return nil
	}), nil
}

// certify sets a certificate of the server for an address, and returns the pool of its CA.
func (s *server) certify(t *testing.T, host string) *x509.CertPool {
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
	s.tls = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: private}}}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	return roots
}

// smtpTo parses the address of a server in the form of SMTP_URL.
func smtpTo(t *testing.T, scheme, user string, address *net.TCPAddr) mail.SMTP {
	t.Helper()
	transport, err := mail.ParseSMTP(scheme + "://" + user + address.String())
	if err != nil {
		t.Fatal(err)
	}
	return transport
}

// nonLoopback returns an address that reaches this machine but is not a loopback address: 0.0.0.0.
func nonLoopback(address *net.TCPAddr) *net.TCPAddr {
	return &net.TCPAddr{IP: net.IPv4zero, Port: address.Port}
}
