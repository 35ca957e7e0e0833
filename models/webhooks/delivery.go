package webhooks

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/webhooks/endpoints"
)

// Status is the state of a delivery.
type Status string

// The states: before the first attempt, after a failed one that is repeated, accepted by the receiver, given up.
const (
	Queued    Status = "queued"
	Failed    Status = "failed"
	Delivered Status = "delivered"
	Dead      Status = "dead"
)

// Statuses returns the states in the order of the list's tabs.
func Statuses() []Status { return []Status{Queued, Failed, Dead, Delivered} }

// Values returns the states as text, for the API document.
func (Status) Values() []string {
	return []string{string(Queued), string(Failed), string(Dead), string(Delivered)}
}

// MaxAttempts is the first attempt and eight retries.
const MaxAttempts = 9

// Delivery is an event for one endpoint, as lists and answers show it.
type Delivery struct {
	ID              int64            `json:"id" gorm:"primaryKey"`
	EventID         uuid.UUID        `json:"event_id" gorm:"column:event_id"`
	EndpointID      int64            `json:"endpoint_id" gorm:"column:endpoint_id"`
	Table           endpoints.Table  `json:"table" gorm:"column:table"`
	Action          endpoints.Action `json:"action" gorm:"column:action"`
	RecordID        string           `json:"record_id" gorm:"column:record_id"`
	Status          Status           `json:"status" gorm:"column:status"`
	Attempts        int              `json:"attempts" gorm:"column:attempts"`
	NextAttemptAt   *time.Time       `json:"next_attempt_at" gorm:"column:next_attempt_at"`
	ResponseStatus  *int             `json:"response_status" gorm:"column:response_status"`
	ResponseExcerpt *string          `json:"response_excerpt" gorm:"column:response_excerpt"`
	Error           *string          `json:"error" gorm:"column:error"`
	DurationMS      *int             `json:"duration_ms" gorm:"column:duration_ms"`
	DateCreated     time.Time        `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the query in which the deliveries have the members of their events.
func (Delivery) TableName() string { return "deliveries" }

// deliveries is that query.
const deliveries = `(select d.id, d.event_id, d.endpoint_id, e.table_name as "table", e.action, e.record_id, d.status, d.attempts, d.next_attempt_at,
	d.response_status, d.response_excerpt, d.error, d.duration_ms, d.date_created
	from webhook_deliveries d join webhook_events e on e.id = d.event_id) as deliveries`

// deliveryRows describes the rows of the list.
var deliveryRows = items.Describe[Delivery](items.Rules{})

const newestFirst = "date_created desc, id desc"

// DeliveriesInput is the query of GET /admin/webhooks/:id/deliveries and of the list on an endpoint's page.
type DeliveriesInput struct {
	page.Window
	Status   Status `form:"status"`
	Endpoint int64  `form:"-"`
}

// ListDeliveries returns the deliveries of an endpoint, newest first. It returns 404 NOT_FOUND as Find does and 400
// VALIDATION_ERROR for an unknown status.
func ListDeliveries(ctx context.Context, tx *db.DB, by auth.Caller, input DeliveriesInput) (page.Of[Delivery], error) {
	found, err := SelectDeliveries(ctx, tx, by, input)
	if err != nil {
		return page.Of[Delivery]{}, err
	}
	return db.ReadPage[Delivery](found.Scope, found.Filtered, found.Window, found.Order)
}

// SelectDeliveries returns the selection of ListDeliveries, for an answer in JSON.
func SelectDeliveries(ctx context.Context, tx *db.DB, by auth.Caller, input DeliveriesInput) (items.Selected, error) {
	if _, err := endpoints.Find(ctx, tx, by, input.Endpoint); err != nil {
		return items.Selected{}, err
	}
	window, err := input.Normalize()
	if err == nil && input.Status != "" && !slices.Contains(Statuses(), input.Status) {
		err = errs.Invalid("status", "deve ser queued, failed, delivered ou dead")
	}
	scope := func() *db.DB { return deliveriesOf(ctx, tx, by, input.Endpoint) }
	return items.Selected{Rows: deliveryRows, Scope: scope(), Filtered: input.filter(scope()), Window: window, Order: newestFirst}, err
}

func (in DeliveriesInput) filter(query *db.DB) *db.DB {
	if in.Status == "" {
		return query
	}
	return query.Where("status = ?", in.Status)
}

// CountDeliveries counts the deliveries that ListDeliveries returns, up to a limit.
func CountDeliveries(ctx context.Context, tx *db.DB, by auth.Caller, input DeliveriesInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(deliveriesOf(ctx, tx, by, input.Endpoint)), limit)
}

// CountByStatus counts the deliveries of an endpoint by status, each up to a limit.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64, limit int) (map[Status]page.Counted, error) {
	return db.CountByUpTo[Status](deliveriesOf(ctx, tx, by, endpoint), "status", limit)
}

func deliveriesOf(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Table(deliveries), by).Where("endpoint_id = ?", endpoint)
}

// Attempt is an entry of a delivery's log.
type Attempt struct {
	At     time.Time `json:"at"`
	Status *int      `json:"status"`
	MS     int       `json:"ms"`
	Error  *string   `json:"error"`
}

// Detail is a delivery with its body and its attempts, oldest first.
type Detail struct {
	Delivery
	// Body is the body of the requests.
	Body    []byte
	History []Attempt
}

// FindDelivery returns a delivery of an endpoint, or 404 NOT_FOUND if there is none that the caller may see.
func FindDelivery(ctx context.Context, tx *db.DB, by auth.Caller, endpoint, id int64) (Detail, error) {
	found, err := db.First[Delivery](deliveriesOf(ctx, tx, by, endpoint).Where("id = ?", id), errs.NotFound("Entrega não encontrada."))
	if err != nil {
		return Detail{}, err
	}
	to, err := endpoints.Find(ctx, tx, by, endpoint)
	if err != nil {
		return Detail{}, err
	}
	row, err := readPending(tx.WithContext(ctx), "d.id = ?", id)
	if err != nil || len(row) == 0 {
		return Detail{}, err
	}
	detail := Detail{Delivery: found}
	if err := json.Unmarshal(row[0].History, &detail.History); err != nil {
		return Detail{}, err
	}
	detail.Body, err = row[0].body(to)
	return detail, err
}

func findDelivery(ctx context.Context, tx *db.DB, by auth.Caller, endpoint, id int64) (Delivery, error) {
	return db.First[Delivery](deliveriesOf(ctx, tx, by, endpoint).Where("id = ?", id), errs.NotFound("Entrega não encontrada."))
}

// pending is a delivery to attempt with its event.
type pending struct {
	ID         int64
	EventID    uuid.UUID
	Record     string
	Attempts   int
	History    []byte
	TableName  endpoints.Table
	Action     endpoints.Action
	RecordID   string
	Data       []byte
	OccurredAt time.Time
}

// readPending reads the deliveries of a condition, in the order in which they are attempted.
func readPending(tx *db.DB, condition string, arguments ...any) (rows []pending, err error) {
	err = tx.Raw(`select d.id, d.event_id, d.record, d.attempts, d.history, e.table_name, e.action, e.record_id, e.data, e.occurred_at
		from webhook_deliveries d join webhook_events e on e.id = d.event_id where `+condition+` order by d.next_attempt_at nulls first, d.sequence limit `+batchLimit,
		arguments...).Scan(&rows).Error
	return rows, err
}

const (
	attemptTimeout = 15 * time.Second
	// maxExcerpt is how much of an answer is kept, in bytes; the rest is not read beyond maxAnswer.
	maxExcerpt = 2000
	maxAnswer  = 64 << 10
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
