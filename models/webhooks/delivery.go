package webhooks

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
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
func (Status) Values() []string { return texts(Statuses()) }

// MaxAttempts is the first attempt and eight retries.
const MaxAttempts = 9

// Delivery is an event for one endpoint, as lists and answers show it.
type Delivery struct {
	ID              int64      `json:"id" gorm:"primaryKey"`
	EventID         uuid.UUID  `json:"event_id" gorm:"column:event_id"`
	EndpointID      int64      `json:"endpoint_id" gorm:"column:endpoint_id"`
	Table           Table      `json:"table" gorm:"column:table"`
	Action          Action     `json:"action" gorm:"column:action"`
	RecordID        string     `json:"record_id" gorm:"column:record_id"`
	Status          Status     `json:"status" gorm:"column:status"`
	Attempts        int        `json:"attempts" gorm:"column:attempts"`
	NextAttemptAt   *time.Time `json:"next_attempt_at" gorm:"column:next_attempt_at"`
	ResponseStatus  *int       `json:"response_status" gorm:"column:response_status"`
	ResponseExcerpt *string    `json:"response_excerpt" gorm:"column:response_excerpt"`
	Error           *string    `json:"error" gorm:"column:error"`
	DurationMS      *int       `json:"duration_ms" gorm:"column:duration_ms"`
	DateCreated     time.Time  `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the query in which the deliveries have the members of their events.
func (Delivery) TableName() string { return "deliveries" }

// deliveries is that query.
const deliveries = `(select d.id, d.event_id, d.endpoint_id, e.table_name as "table", e.action, e.record_id, d.status, d.attempts, d.next_attempt_at,
	d.response_status, d.response_excerpt, d.error, d.duration_ms, d.date_created
	from webhook_deliveries d join webhook_events e on e.id = d.event_id) as deliveries`

// ListInput is the input of List: the query of GET /admin/webhooks and of the list page.
type ListInput struct{ page.Window }

// DeliveriesInput is the query of GET /admin/webhooks/:id/deliveries and of the list on an endpoint's page.
type DeliveriesInput struct {
	page.Window
	Status   Status `form:"status"`
	Endpoint int64  `form:"-"`
}

// Descriptions of the rows of lists.
var (
	endpointRows = items.Describe[Endpoint](items.Rules{})
	deliveryRows = items.Describe[Delivery](items.Rules{})
)

const newestFirst = "date_created desc, id desc"

// List returns the endpoints, newest first, without secrets. A caller who is not an administrator sees none.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Endpoint], error) {
	found, err := Select(ctx, tx, by, input)
	if err != nil {
		return page.Of[Endpoint]{}, err
	}
	return db.ReadPage[Endpoint](found.Scope, found.Filtered, found.Window, found.Order)
}

// Select returns the selection of List, for an answer in JSON.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	return items.Selected{Rows: endpointRows, Scope: visible(ctx, tx, by), Filtered: visible(ctx, tx, by), Window: window, Order: newestFirst}, err
}

// Count counts the endpoints that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, _ ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(visible(ctx, tx, by), limit)
}

// Find returns an endpoint, or 404 NOT_FOUND if there is none that the caller may see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Endpoint, error) {
	return db.First[Endpoint](visible(ctx, tx, by).Where("id = ?", id), errs.NotFound("Webhook não encontrado."))
}

func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Endpoint{}), by)
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
	if _, err := Find(ctx, tx, by, input.Endpoint); err != nil {
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
	to, err := Find(ctx, tx, by, endpoint)
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
