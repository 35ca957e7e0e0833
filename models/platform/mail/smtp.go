package mail

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
)

// exchangeLimit is how long one exchange with the server may take, from the look-up of its
// name to its last word. It is less than the minute after which a job is cut off.
const exchangeLimit = 20 * time.Second

// Ports that SMTP_URL need not say: submission, and submission over TLS (RFC 8314).
const (
	submissionPort    = "587"
	submissionTLSPort = "465"
)

// SMTP carries messages to one server, over TLS unless that is on this machine.
type SMTP struct {
	host, port         string
	username, password string
	// implicit is TLS from the first byte (smtps) instead of after STARTTLS.
	implicit bool

	// Limit is how long one exchange may take.
	Limit time.Duration
	// Roots are who may vouch for the server; nil for those of this machine.
	Roots *x509.CertPool
}

// ErrNotSMTP is given for what is no address of an SMTP server; it does not repeat the text,
// which may hold a password.
var ErrNotSMTP = errors.New("not an address like smtp://user:password@host:587 or smtps://user:password@host:465")

// ParseSMTP reads the server from SMTP_URL, or returns ErrNotSMTP.
func ParseSMTP(text string) (SMTP, error) {
	address, err := url.Parse(text)
	if err != nil || address.Hostname() == "" || address.Path != "" && address.Path != "/" || address.RawQuery != "" {
		return SMTP{}, ErrNotSMTP
	}
	server := SMTP{host: address.Hostname(), Limit: exchangeLimit}
	switch address.Scheme {
	case "smtp":
		server.port = cmp.Or(address.Port(), submissionPort)
	case "smtps":
		server.port, server.implicit = cmp.Or(address.Port(), submissionTLSPort), true
	default:
		return SMTP{}, ErrNotSMTP
	}
	server.username = address.User.Username()
	server.password, _ = address.User.Password()
	if _, err := strconv.ParseUint(server.port, 10, 16); err != nil || (server.username == "") != (server.password == "") {
		return SMTP{}, ErrNotSMTP
	}
	return server, nil
}

// String names the server without who signs in there.
func (s SMTP) String() string { return net.JoinHostPort(s.host, s.port) }

// Carry hands the message to the server, within the limit.
func (s SMTP) Carry(ctx context.Context, parcel Envelope) *Failure {
	ctx, cancel := context.WithTimeout(ctx, s.Limit)
	defer cancel()
	client, err := s.client(ctx)
	if err != nil {
		return s.failure(ctx, err)
	}
	err = client.DialAndSendWithContext(ctx, parcel.Msg)
	if err == nil || parcel.IsDelivered() {
		// What goes wrong in the farewell does not take the message back.
		return nil
	}
	return s.failure(ctx, err)
}

func (s SMTP) client(ctx context.Context) (*gomail.Client, error) {
	port, err := strconv.Atoi(s.port)
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{
		gomail.WithPort(port), gomail.WithTLSPolicy(s.policy()), gomail.WithTLSConfig(s.tls()), gomail.WithTimeout(s.Limit),
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

// dial connects, and cuts the connection when ctx ends: the library's own limit begins anew
// with each phase of the exchange, and does not know that the program is being stopped.
func (s SMTP) dial(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { connection.Close() })
	if !s.implicit {
		return connection, nil
	}
	secured := tls.Client(connection, s.tls())
	return secured, secured.HandshakeContext(ctx)
}

// policy demands STARTTLS of every server that is not on this machine.
func (s SMTP) policy() gomail.TLSPolicy {
	if s.implicit || s.isLocal() {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

func (s SMTP) isLocal() bool {
	address, err := netip.ParseAddr(s.host)
	return s.host == "localhost" || err == nil && address.IsLoopback()
}

func (s SMTP) tls() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}
