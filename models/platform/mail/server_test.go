package mail_test

import (
	"net"
	"testing"

	"acolhe/models/platform/mail"
)

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
