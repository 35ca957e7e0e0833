package smtp_test

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/platform/mail/smtpsim"
)

// envelope returns a message ready to be sent.
func envelope(t *testing.T) mail.Envelope {
	t.Helper()
	message := gomail.NewMsg()
	if err := errors.Join(message.From("a@associacao.test"), message.To("b@exemplo.org.br")); err != nil {
		t.Fatal(err)
	}
	message.SetBodyString(gomail.TypeTextPlain, "Olá")
	return mail.Envelope{Reference: uuid.New(), Msg: message}
}

// smtpTo parses the address of a server in the form of SMTP_URL.
func smtpTo(t *testing.T, scheme, user string, address *net.TCPAddr) smtp.Server {
	t.Helper()
	transport, err := smtp.Parse(scheme + "://" + user + address.String())
	if err != nil {
		t.Fatal(err)
	}
	return transport
}

// nonLoopback returns an address that reaches this machine but is not a loopback address: 0.0.0.0.
func nonLoopback(address *net.TCPAddr) *net.TCPAddr {
	return &net.TCPAddr{IP: net.IPv4zero, Port: address.Port}
}

func requireFailure(t *testing.T, failure *mail.Failure, want string) {
	t.Helper()
	if failure == nil || failure.Final || failure.Reason != want {
		t.Errorf("it failed with %+v, want %s", failure, want)
	}
}

// The timeout ends an exchange with a slow server in any phase.
func TestServer_Timeout(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{Hangs: true})
	slow := smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1"))
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	for _, transport := range []smtp.Server{slow, smtpTo(t, "smtp", "", silent.Addr().(*net.TCPAddr)),
		smtpTo(t, "smtps", "", silent.Addr().(*net.TCPAddr))} {
		transport.Timeout = 200 * time.Millisecond
		requireFailure(t, transport.Send(t.Context(), envelope(t)), "O servidor de e-mail não respondeu a tempo.")
	}
}

func TestServer_Cancelled(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{Hangs: true})
	transport := smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1"))
	ctx, stop := context.WithCancel(t.Context())
	failed := make(chan *mail.Failure)
	go func() { failed <- transport.Send(ctx, envelope(t)) }()
	for ticker := time.NewTicker(time.Millisecond); len(there.Messages()) == 0; {
		<-ticker.C
	}
	stop()
	requireFailure(t, <-failed, "O programa foi parado durante o envio.")
}

func TestServer_NoServer(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().(*net.TCPAddr)
	listener.Close()
	requireFailure(t, smtpTo(t, "smtp", "", address).Send(t.Context(), envelope(t)),
		"Nenhum servidor de e-mail atende no endereço de SMTP_URL.")
}

// A failure of our configuration is not final, because it may be corrected.
func TestServer_NotAuthorized(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{Password: "senha-do-correio"})
	address := there.Start(t, "127.0.0.1")
	if failure := smtpTo(t, "smtp", "correio:senha-do-correio@", address).Send(t.Context(), envelope(t)); failure != nil {
		t.Errorf("the right password fails with %+v", failure)
	}
	requireFailure(t, smtpTo(t, "smtp", "correio:errada@", address).Send(t.Context(), envelope(t)),
		"O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL.")
	requireFailure(t, smtpTo(t, "smtp", "", address).Send(t.Context(), envelope(t)),
		"O servidor de e-mail não aceita o remetente MAIL_FROM com o usuário de SMTP_URL (502 5.7.0).")
	strict := smtpsim.New(smtpsim.Behavior{Sender: &gosmtp.SMTPError{Code: 553, EnhancedCode: gosmtp.EnhancedCode{5, 7, 1}, Message: "not yours"}})
	requireFailure(t, smtpTo(t, "smtp", "", strict.Start(t, "127.0.0.1")).Send(t.Context(), envelope(t)),
		"O servidor de e-mail não aceita o remetente MAIL_FROM com o usuário de SMTP_URL (553 5.7.1).")
	if sent := len(there.Messages()) + len(strict.Messages()); sent != 1 {
		t.Errorf("%d messages were taken, want 1", sent)
	}
}

// To a server on this machine STARTTLS is used if it is offered.
func TestServer_STARTTLS(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{})
	roots := there.Certify(t, "127.0.0.1")
	transport := smtpTo(t, "smtp", "", there.Start(t, "127.0.0.1"))
	requireFailure(t, transport.Send(t.Context(), envelope(t)), "O certificado do servidor de e-mail não é válido.")
	transport.RootCAs = roots
	if failure := transport.Send(t.Context(), envelope(t)); failure != nil {
		t.Errorf("it failed with %+v", failure)
	}
	if messages := there.Messages(); len(messages) != 1 || !messages[0].Secured {
		t.Errorf("the server has %+v, want one that came over TLS", messages)
	}
}

// To other machines neither messages nor passwords are sent without TLS.
func TestServer_RequiresTLS(t *testing.T) {
	t.Parallel()
	plain := smtpsim.New(smtpsim.Behavior{Password: "senha-do-correio"})
	requireFailure(t, smtpTo(t, "smtp", "correio:senha-do-correio@", nonLoopback(plain.Start(t, "127.0.0.1"))).Send(t.Context(), envelope(t)),
		"O servidor de e-mail não oferece a conexão segura (STARTTLS) ou a autenticação de que SMTP_URL precisa.")
	open := smtpsim.New(smtpsim.Behavior{})
	requireFailure(t, smtpTo(t, "smtp", "", nonLoopback(open.Start(t, "127.0.0.1"))).Send(t.Context(), envelope(t)),
		"O servidor de e-mail não oferece a conexão segura (STARTTLS) ou a autenticação de que SMTP_URL precisa.")
	if plain.Authenticated.Load() || len(plain.Messages())+len(open.Messages()) != 0 {
		t.Error("the password or a message went in the clear")
	}
	secure := smtpsim.New(smtpsim.Behavior{Password: "senha-do-correio"})
	roots := secure.Certify(t, net.IPv4zero.String())
	transport := smtpTo(t, "smtp", "correio:senha-do-correio@", nonLoopback(secure.Start(t, "127.0.0.1")))
	transport.RootCAs = roots
	if failure := transport.Send(t.Context(), envelope(t)); failure != nil || len(secure.Messages()) != 1 {
		t.Errorf("over TLS it failed with %+v", failure)
	}
}

func TestServer_ImplicitTLS(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{Password: "senha-do-correio"})
	roots := there.Certify(t, "127.0.0.1")
	transport := smtpTo(t, "smtps", "correio:senha-do-correio@", there.StartTLS(t, "127.0.0.1"))
	transport.RootCAs = x509.NewCertPool()
	requireFailure(t, transport.Send(t.Context(), envelope(t)), "O certificado do servidor de e-mail não é válido.")
	transport.RootCAs = roots
	if failure := transport.Send(t.Context(), envelope(t)); failure != nil {
		t.Errorf("it failed with %+v", failure)
	}
	if messages := there.Messages(); len(messages) != 1 || !messages[0].Secured {
		t.Errorf("the server has %+v, want one that came over TLS", messages)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"smtp://localhost":                        "localhost:587",
		"smtps://correio%40x:s%3Aenha@mail.x.br/": "mail.x.br:465",
		"smtp://a:b@[::1]:25":                     "[::1]:25",
	} {
		if server, err := smtp.Parse(text); err != nil || server.String() != want {
			t.Errorf("%s is %s, %v, want %s", text, server, err, want)
		}
	}
	const password = "s3nha"
	for _, text := range []string{
		"", "mail.x.br", "mail.x.br:25", "http://mail.x.br", "smtp://", "smtp://:25", "smtp://a:" + password + "@mail.x.br:porta",
		"smtp://a:" + password + "@mail.x.br/caixa", "smtp://a:" + password + "@mail.x.br?tls=no", "smtp://a@mail.x.br",
		"smtp://:" + password + "@mail.x.br", "smtp://a:" + password + "@mail.x.br:99999", "smtp://a:" + password + "%zz@mail.x.br",
	} {
		if _, err := smtp.Parse(text); !errors.Is(err, smtp.ErrAddress) || strings.Contains(err.Error(), password) {
			t.Errorf("%s gives %v", text, err)
		}
	}
}
