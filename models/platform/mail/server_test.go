package mail_test

import (
	"net"
	"testing"

	"acolhe/models/platform/mail/smtp"
)

// smtpTo parses the address of a server in the form of SMTP_URL.
func smtpTo(t *testing.T, scheme, user string, address *net.TCPAddr) smtp.Server {
	t.Helper()
	transport, err := smtp.Parse(scheme + "://" + user + address.String())
	if err != nil {
		t.Fatal(err)
	}
	return transport
}
