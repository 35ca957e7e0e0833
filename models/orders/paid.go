package orders

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/sums"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// changedTo is the new status in an event c of the history; null if the status did not change.
const changedTo = "c.changes #>> '{status,to}'"

// Since returns the status and those that follow it, without cancelled.
func (s Status) Since() []Status {
	path := Statuses()[:slices.Index(Statuses(), Cancelled)]
	at := slices.Index(path, s)
	if at < 0 {
		return []Status{s}
	}
	return path[at:]
}

// paymentAt is when an order was paid. A payment that was entered on a later day counts on its own day. Without a day nothing is computed,
// which is most of the time that a sum takes.
const paymentAt = `case when paid_on is null then paid_at
	when paid_on < (paid_at at time zone @zone)::date then paid_on::timestamp at time zone @zone else paid_at end`

// paidIn keeps the orders that were paid in a span.
func paidIn(query *db.DB, in civil.Span) *db.DB {
	if !in.From.IsZero() {
		// No payment is entered before its day, so the bound on paid_at, which has an index, leaves out none.
		query = query.Where("paid_at >= @from and "+paymentAt+" >= @from", map[string]any{"from": in.From, "zone": in.From.Location().String()})
	}
	if !in.To.IsZero() {
		query = query.Where(paymentAt+" < @to", map[string]any{"to": in.To, "zone": in.To.Location().String()})
	}
	return query.Where("paid_at is not null")
}

// reached keeps the orders that reached a status in a span and have not left the path since.
func reached(query *db.DB, status Status, in civil.Span) *db.DB {
	if status == Paid {
		return paidIn(query, in)
	}
	moves := query.Session(&db.Session{NewDB: true}).Table("order_changes c").Select("c.order_id").Where(changedTo+" = ?", status)
	return query.Where("status in ? and id in (?)", status.Since(), db.InSpan(moves, "c.date_created", in))
}

// CountReached counts the orders that the caller may see and that reached a status in a span.
func CountReached(ctx context.Context, tx *db.DB, by auth.Caller, status Status, in civil.Span) (int, error) {
	var count int64
	err := reached(tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)), status, in).Count(&count).Error
	return int(count), err
}

// SumPaid sums what was received in each of the spans for the orders that the caller may see. The first span begins first.
func SumPaid(ctx context.Context, tx *db.DB, by auth.Caller, spans []civil.Span) ([]money.Amount, error) {
	zone := map[string]any{"zone": spans[0].From.Location().String()}
	payments := tx.Model(&Order{}).Scopes(Visible(by)).Where("paid_at >= ?", spans[0].From).
		Select("coalesce(amount_received, total) as amount, "+paymentAt+" as paid_at", zone)
	return sums.OfSpans(tx.WithContext(ctx), payments, spans)
}
