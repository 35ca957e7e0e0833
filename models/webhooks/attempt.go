package webhooks

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"acolhe/models/platform/outbound"
)

const (
	attemptTimeout = 15 * time.Second
	// maxExcerpt is how much of an answer is kept, in bytes; the rest is not read beyond maxAnswer.
	maxExcerpt = 2000
	maxAnswer  = 64 << 10
)

// Delay before the retry n is firstDelay times 2 to the power n, at most maxDelay, both with a jitter of a tenth.
const (
	firstDelay = 15 * time.Second
	maxDelay   = time.Hour
)

// unreadableSecret is the reason of an attempt that cannot be signed, for example after a restored backup with another key.
const unreadableSecret = "o segredo não pode ser lido com a chave desta instalação; use Trocar segredo"

// result is an attempt that was made.
type result struct {
	delivery pending
	at       time.Time
	duration time.Duration
	// status is 0 without an answer.
	status  int
	excerpt string
	// problem says why there was no answer, or why the answer is a failure; empty for a success.
	problem string
}

func (r result) succeeded() bool { return r.problem == "" }

// attempt sends a delivery once.
func (s Sender) attempt(ctx context.Context, to target, delivery pending) result {
	made := result{delivery: delivery, at: s.Now()}
	started := time.Now()
	made.status, made.excerpt, made.problem = s.send(ctx, to, delivery, made.at)
	made.duration = time.Since(started)
	return made
}

func (s Sender) send(ctx context.Context, to target, delivery pending, at time.Time) (status int, excerpt, problem string) {
	if len(to.secrets) == 0 {
		return 0, "", unreadableSecret
	}
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	request, err := delivery.request(ctx, to, at)
	if err != nil {
		return 0, "", "Não foi possível montar a requisição."
	}
	answer, err := s.Client.Do(request)
	if err != nil {
		return 0, "", reasonOf(err)
	}
	defer answer.Body.Close()
	head, err := io.ReadAll(io.LimitReader(answer.Body, maxExcerpt))
	if err == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // so that the connection is used again
	}
	switch {
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		problem = "respondeu " + strings.TrimSpace(strconv.Itoa(answer.StatusCode)+" "+http.StatusText(answer.StatusCode))
	case err != nil:
		problem = reasonOf(err)
	}
	return answer.StatusCode, readable(head), problem
}

// request returns the request of an attempt, with the headers of the specification and those of Standard Webhooks.
func (p pending) request(ctx context.Context, to target, at time.Time) (*http.Request, error) {
	body, err := p.body(to.Endpoint)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var standard []string
	for _, secret := range to.secrets {
		standard = append(standard, standardSignature(secret, p.messageID(), at, body))
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "Acolhe-Webhooks",
		"X-Service-Event": p.EventID.String(), "X-Service-Delivery": strconv.FormatInt(p.ID, 10),
		"X-Service-Table": string(p.TableName), "X-Service-Action": string(p.Action),
		"X-Service-Timestamp": unix(at), "X-Service-Signature": signature(to.secrets[0], at, body),
		"Webhook-Id": p.messageID(), "Webhook-Timestamp": unix(at), "Webhook-Signature": strings.Join(standard, " "),
	} {
		request.Header.Set(name, value)
	}
	if len(to.secrets) > 1 {
		request.Header.Set("X-Service-Signature-Previous", signature(to.secrets[1], at, body))
	}
	return request, nil
}

// reasonOf describes a failed request in words for administrators, without addresses.
func reasonOf(err error) string {
	var (
		notFound *net.DNSError
		timeout  net.Error
		unknown  x509.UnknownAuthorityError
		host     x509.HostnameError
		invalid  x509.CertificateInvalidError
	)
	switch {
	case errors.Is(err, outbound.ErrPrivate):
		return "o endereço aponta para uma rede interna"
	case errors.As(err, &notFound):
		return "o nome do servidor não foi encontrado"
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("sem resposta em %d s", int(attemptTimeout.Seconds()))
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return "o certificado do servidor não é válido"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "o servidor recusou a conexão"
	}
	return "a conexão foi interrompida"
}

// readable returns a text that a column accepts.
func readable(raw []byte) string {
	text := strings.ToValidUTF8(string(raw), "")
	text = strings.Map(func(r rune) rune {
		if r == 0 || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	return text
}

// retryDelay returns the delay after a number of failed attempts.
func retryDelay(attempts int) time.Duration {
	delay := maxDelay
	if attempts < 12 {
		delay = min(firstDelay<<attempts, maxDelay)
	}
	return delay - delay/10 + rand.N(delay/5)
}
