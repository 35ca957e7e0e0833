// Package smtp sends messages to the mail server of the environment, and says in Portuguese why it did not accept one.
package smtp

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
)

// defaultTimeout is the timeout of one delivery, from the DNS lookup to QUIT. It is less than the
// minute after which a job is cancelled.
const defaultTimeout = 20 * time.Second

// Default ports of SMTP_URL: submission, and submission over TLS (RFC 8314).
const (
	submissionPort    = "587"
	submissionTLSPort = "465"
)

// Server sends messages to one server, which the environment names, over TLS unless the server is on this machine.
type Server struct {
	host, port         string
	username, password string
	// implicitTLS is TLS from the first byte (smtps) instead of STARTTLS.
	implicitTLS bool

	// Timeout is the timeout of one delivery.
	Timeout time.Duration
	// RootCAs verify the server's certificate; nil for those of this machine.
	RootCAs *x509.CertPool
}

// ErrAddress is returned for a text that is not the address of an SMTP server. It does not repeat
// the text, which may hold a password.
var ErrAddress = errors.New("not an address like smtp://user:password@host:587 or smtps://user:password@host:465")

// Parse parses SMTP_URL, or returns ErrAddress.
func Parse(text string) (Server, error) {
	address, err := url.Parse(text)
	if err != nil || address.Hostname() == "" || address.Path != "" && address.Path != "/" || address.RawQuery != "" {
		return Server{}, ErrAddress
	}
	server := Server{host: address.Hostname(), Timeout: defaultTimeout}
	switch address.Scheme {
	case "smtp":
		server.port = cmp.Or(address.Port(), submissionPort)
	case "smtps":
		server.port, server.implicitTLS = cmp.Or(address.Port(), submissionTLSPort), true
	default:
		return Server{}, ErrAddress
	}
	server.username = address.User.Username()
	server.password, _ = address.User.Password()
	if _, err := strconv.ParseUint(server.port, 10, 16); err != nil || (server.username == "") != (server.password == "") {
		return Server{}, ErrAddress
	}
	return server, nil
}

// String returns host and port, without the credentials.
func (s Server) String() string { return net.JoinHostPort(s.host, s.port) }

// Send delivers the message to the server, within Timeout.
func (s Server) Send(ctx context.Context, envelope mail.Envelope) *mail.Failure {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	client, err := s.client(ctx)
	if err != nil {
		return s.failure(ctx, err)
	}
	err = client.DialAndSendWithContext(ctx, envelope.Msg)
	if err == nil || envelope.IsDelivered() {
		// An error after the server accepted the message does not matter.
		return nil
	}
	return s.failure(ctx, err)
}

// Test connects and signs in without sending a message, within Timeout.
func (s Server) Test(ctx context.Context) *mail.Failure {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	client, err := s.client(ctx)
	if err != nil {
		return s.failure(ctx, err)
	}
	if err := client.DialWithContext(ctx); err != nil {
		return s.failure(ctx, err)
	}
	// An error while saying goodbye does not matter.
	_ = client.Close()
	return nil
}

func (s Server) client(ctx context.Context) (*gomail.Client, error) {
	port, err := strconv.Atoi(s.port)
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{
		gomail.WithPort(port), gomail.WithTLSPolicy(s.policy()), gomail.WithTLSConfig(s.tls()), gomail.WithTimeout(s.Timeout),
		gomail.WithDialContextFunc(func(_ context.Context, network, address string) (net.Conn, error) {
			return s.dial(ctx, network, address)
		}),
	}
	if s.username != "" {
		options = append(options, gomail.WithUsername(s.username), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthCramMD5, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return gomail.NewClient(s.host, options...)
}

// dial connects, and closes the connection when ctx is done, because the library's own timeout
// restarts in each phase of the delivery and does not react when the program is being stopped.
func (s Server) dial(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := outbound.Guard{}.Naming(s.host).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { connection.Close() })
	if !s.implicitTLS {
		return connection, nil
	}
	secured := tls.Client(connection, s.tls())
	return secured, secured.HandshakeContext(ctx)
}

// policy requires STARTTLS of every server that is not on this machine.
func (s Server) policy() gomail.TLSPolicy {
	if s.implicitTLS || s.isLocal() {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

func (s Server) isLocal() bool {
	address, err := netip.ParseAddr(s.host)
	return s.host == "localhost" || err == nil && address.IsLoopback()
}

func (s Server) tls() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.RootCAs, MinVersion: tls.VersionTLS12}
}
