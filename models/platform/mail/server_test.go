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

// behavior are how a server treats those who call; the zero value is kind to all.
type behavior struct {
	// sender, recipient and message answer MAIL FROM, RCPT TO and what came after DATA; nil accepts.
	sender, recipient, message error
	// drops cuts the connection after DATA instead of answering.
	drops bool
	// leaves cuts the connection once it has accepted the message.
	leaves bool
	// hangs answers DATA only when the test ends.
	hangs chan struct{}
	// password demands that "correio" signs in with it.
	password string
}

// server is a real SMTP server of one test, which can be told to behave badly.
type server struct {
	// tls offers STARTTLS.
	tls *tls.Config
	// signedIn reports that somebody got in with the password.
	authenticated atomic.Bool

	mu       sync.Mutex
	manners  behavior
	received []received
}

func newServer(treats behavior) *server { return &server{manners: treats} }

// behave changes the manners of a server that runs.
func (s *server) behave(treats behavior) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.manners = treats
}

func (s *server) current() behavior {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.manners
}

// received is a message that came whole, whether or not it was then accepted.
type received struct {
	from, to, text string
	secured        bool
}

// start listens on the host, with STARTTLS when there is a certificate.
func (s *server) start(t *testing.T, host string) *net.TCPAddr {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	s.serve(t, listener)
	return listener.Addr().(*net.TCPAddr)
}

// startTLS speaks TLS from the first byte.
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

// messages are those that came whole so far.
func (s *server) messages() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.received...)
}

// session is one connection's conversation.
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
	if s.server.current().drops {
		return s.conn.Conn().Close()
	}
	if s.server.current().hangs != nil {
		<-s.server.current().hangs
	}
	return s.server.current().message
}

func (s *session) Reset() {
	if s.server.current().leaves {
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

// certify returns the server a certificate of its own for an address, and who vouches for it.
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

// smtpTo reads the address of a server as SMTP_URL would give it.
func smtpTo(t *testing.T, scheme, user string, address *net.TCPAddr) mail.SMTP {
	t.Helper()
	carrier, err := mail.ParseSMTP(scheme + "://" + user + address.String())
	if err != nil {
		t.Fatal(err)
	}
	return carrier
}

// nonLoopback is an address that leads to this machine and does not say so: who dials 0.0.0.0
// reaches the machine itself, and no rule takes it for the loopback.
func nonLoopback(address *net.TCPAddr) *net.TCPAddr {
	return &net.TCPAddr{IP: net.IPv4zero, Port: address.Port}
}
