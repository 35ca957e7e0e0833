package smtp

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

	"acolhe/models/platform/mail"
)

// Reply codes of SMTP: 4xx is temporary, 5xx is permanent (RFC 5321).
const (
	firstRefusal = 500
	authRefused  = 535
)

// failure returns the reason why the server did not accept the message. It includes only codes of
// the server's replies, because their texts repeat addresses.
func (s Server) failure(ctx context.Context, err error) *mail.Failure {
	var sending *gomail.SendError
	if errors.As(err, &sending) && sending.ErrorCode() > 0 {
		return replyFailure(sending)
	}
	return &mail.Failure{Reason: s.connectionFailure(ctx, err)}
}

// replyFailure returns the failure of a server's reply. A permanent refusal of the recipient or
// the message is final; a refused sender is a matter of configuration, which may be corrected.
func replyFailure(reply *gomail.SendError) *mail.Failure {
	code := strconv.Itoa(reply.ErrorCode())
	if reply.EnhancedStatusCode() != "" {
		code += " " + reply.EnhancedStatusCode()
	}
	switch {
	case reply.ErrorCode() < firstRefusal:
		return &mail.Failure{Reason: "O servidor de e-mail pediu para tentar mais tarde (" + code + ")."}
	case reply.Reason == gomail.ErrSMTPRcptTo:
		return &mail.Failure{Reason: "O servidor de e-mail recusou o destinatário (" + code + ").", Final: true}
	case reply.Reason == gomail.ErrSMTPData, reply.Reason == gomail.ErrSMTPDataClose:
		return &mail.Failure{Reason: "O servidor de e-mail recusou a mensagem (" + code + ").", Final: true}
	}
	return &mail.Failure{Reason: "O servidor de e-mail não aceita o remetente MAIL_FROM com o usuário de SMTP_URL (" + code + ")."}
}

// connectionFailure returns the reason of a failure before the server replied to the message; all
// of them may be temporary.
func (s Server) connectionFailure(ctx context.Context, err error) string {
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
		return "O servidor de e-mail recusou a conexão (" + strconv.Itoa(reply.Code) + ")."
	case isDropped(err):
		return "A conexão com o servidor de e-mail caiu."
	}
	return "O servidor de e-mail não oferece a conexão segura (STARTTLS) ou a autenticação de que SMTP_URL precisa."
}

// isDropped reports whether the connection was dropped. While a message is being sent the library
// hides the cause, but no other is possible then.
func isDropped(err error) bool {
	var sending *gomail.SendError
	return errors.As(err, &sending) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}
