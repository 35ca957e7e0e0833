package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"syscall"

	gomail "github.com/wneessen/go-mail"
)

// Reply codes of SMTP: 4xx asks to try later, 5xx refuses for good (RFC 5321).
const (
	firstRefusal = 500
	authRefused  = 535
)

// failure puts into words why the server did not take the message. Only codes are taken from
// what it said: its texts repeat addresses.
func (s SMTP) failure(ctx context.Context, err error) *Failure {
	var sending *gomail.SendError
	if errors.As(err, &sending) && sending.ErrorCode() > 0 {
		return refusal(sending)
	}
	return &Failure{Reason: s.trouble(ctx, err)}
}

// refusal is what the server said of this message. That the recipient or the message is
// refused for good is final; a refused sender is a matter of configuration and may be mended.
func refusal(said *gomail.SendError) *Failure {
	code := strconv.Itoa(said.ErrorCode())
	if said.EnhancedStatusCode() != "" {
		code += " " + said.EnhancedStatusCode()
	}
	switch {
	case said.ErrorCode() < firstRefusal:
		return &Failure{Reason: "O servidor de e-mail pediu para tentar mais tarde (" + code + ")."}
	case said.Reason == gomail.ErrSMTPRcptTo:
		return &Failure{Reason: "O servidor de e-mail recusou o destinatário (" + code + ").", Final: true}
	case said.Reason == gomail.ErrSMTPData, said.Reason == gomail.ErrSMTPDataClose:
		return &Failure{Reason: "O servidor de e-mail recusou a mensagem (" + code + ").", Final: true}
	}
	return &Failure{Reason: "O servidor de e-mail não aceita o remetente MAIL_FROM com o usuário de SMTP_URL (" + code + ")."}
}

// trouble is what kept the exchange from coming so far; all of it may pass.
func (s SMTP) trouble(ctx context.Context, err error) string {
	var unknown *net.DNSError
	var untrusted *tls.CertificateVerificationError
	var reply *textproto.Error
	var network net.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "O programa foi parado durante o envio."
	case ctx.Err() != nil, errors.As(err, &network) && network.Timeout():
		return "O servidor de e-mail não respondeu a tempo."
	case errors.As(err, &unknown):
		return "O servidor de e-mail de SMTP_URL não foi encontrado."
	case errors.Is(err, syscall.ECONNREFUSED):
		return "Nenhum servidor de e-mail atende no endereço de SMTP_URL."
	case errors.As(err, &untrusted):
		return "O certificado do servidor de e-mail não é válido."
	case errors.As(err, &reply) && reply.Code == authRefused:
		return "O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL."
	case errors.As(err, &reply):
		return "O servidor de e-mail não quis conversar (" + strconv.Itoa(reply.Code) + ")."
	case wasCut(err):
		return "A conexão com o servidor de e-mail caiu."
	}
	return "O servidor de e-mail não oferece a conexão segura (STARTTLS) ou a autenticação de que SMTP_URL precisa."
}

// wasCut tells a connection that ended too early. The library hides what cut it off while a
// message was under way, but then there is nothing else that it could be.
func wasCut(err error) bool {
	var sending *gomail.SendError
	return errors.As(err, &sending) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}
