package orders

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// changedTo is the new status in an event c of the history; null if the status did not change.
const changedTo = "c.changes #>> '{status,to}'"

// Period is a period, [From, To); a zero time is no bound.
type Period struct{ From, To time.Time }

// Since returns the status and those that follow it, without cancelled.
func (s Status) Since() []Status {
	path := Statuses()[:slices.Index(Statuses(), Cancelled)]
	at := slices.Index(path, s)
	if at < 0 {
		return []Status{s}
	}
	return path[at:]
}

// reachedAt is the time at which an event c of the history moved an order o to a status. A payment counts on its day,
// which may be before the event.
const reachedAt = `case when c.changes #>> '{status,to}' = 'Pago' and o.paid_on < (c.date_created at time zone @zone)::date
	then o.paid_on::timestamp at time zone @zone else c.date_created end`

// reached keeps the orders that reached a status in a period and have been neither cancelled nor taken back since.
func reached(query *db.DB, status Status, in Period) *db.DB {
	moves := query.Session(&db.Session{NewDB: true}).Table("order_changes c").Select("c.order_id").Joins("join orders o on o.id = c.order_id").
		Where(changedTo+" = ?", status)
	if !in.From.IsZero() {
		// An event is never before its payment, so that the first bound, which has an index, excludes no match.
		moves = moves.Where("c.date_created >= @from and "+reachedAt+" >= @from", map[string]any{"from": in.From, "zone": in.From.Location().String()})
	}
	if !in.To.IsZero() {
		moves = moves.Where(reachedAt+" < @to", map[string]any{"to": in.To, "zone": in.To.Location().String()})
	}
	return query.Where("status in ? and id in (?)", status.Since(), moves)
}

// CountReached counts the orders that the caller may see and that reached a status in a period.
func CountReached(ctx context.Context, tx *db.DB, by auth.Caller, status Status, in Period) (int, error) {
	var count int64
	err := reached(tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)), status, in).Count(&count).Error
	return int(count), err
}

// Comparison is the amount received in a period and in the same part of the period before.
type Comparison struct {
	Period, PeriodBefore Period
	Received, Before     money.Amount
}

// Received is the amount paid for orders today, since Monday and since the first of the month.
type Received struct{ Day, Week, Month Comparison }

// SumReceived sums the amounts received for the orders that the caller may see by the time of payment. Days are in the
// time zone of the parameter now.
func SumReceived(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time) (Received, error) {
	received := Received{Day: dayUntil(now), Week: weekUntil(now), Month: monthUntil(now)}
	payments := tx.WithContext(ctx).Table("order_changes c").Joins("join (?) as o on o.id = c.order_id", tx.Model(&Order{}).Scopes(visibleTo(by)).Where("status in ?", Paid.Since())).
		Where(changedTo+" = ? and c.date_created >= ?", Paid, received.Month.PeriodBefore.From).
		Select("coalesce(o.amount_received, o.total) as amount, max("+reachedAt+") as paid_at", map[string]any{"zone": now.Location().String()}).
		Group("o.id, o.amount_received, o.total")
	const sum = "coalesce(sum(amount) filter (where paid_at >= ? and paid_at < ?), 0)"
	var bounds []any
	for _, comparison := range []Comparison{received.Day, received.Week, received.Month} {
		for _, period := range []Period{comparison.Period, comparison.PeriodBefore} {
			bounds = append(bounds, period.From, period.To)
		}
	}
	row := tx.WithContext(ctx).Table("(?) as payments", payments).Select(sum+","+sum+","+sum+","+sum+","+sum+","+sum, bounds...).Row()
	err := row.Scan(&received.Day.Received, &received.Day.Before, &received.Week.Received, &received.Week.Before, &received.Month.Received, &received.Month.Before)
	return received, err
}

// dayUntil compares the day with the same weekday of last week, until the same time.
func dayUntil(now time.Time) Comparison {
	today := midnight(now)
	return Comparison{Period: Period{today, now}, PeriodBefore: Period{today.AddDate(0, 0, -7), now.AddDate(0, 0, -7)}}
}

// weekUntil compares the week since Monday with the one before, until the same time.
func weekUntil(now time.Time) Comparison {
	monday := midnight(now).AddDate(0, 0, -(int(now.Weekday())+6)%7)
	return Comparison{Period: Period{monday, now}, PeriodBefore: Period{monday.AddDate(0, 0, -7), now.AddDate(0, 0, -7)}}
}

// monthUntil compares the month with the one before, until the same day and time; a shorter month before counts as a whole.
func monthUntil(now time.Time) Comparison {
	first := midnight(now).AddDate(0, 0, 1-now.Day())
	until := now.AddDate(0, -1, 0)
	if until.After(first) {
		until = first
	}
	return Comparison{Period: Period{first, now}, PeriodBefore: Period{first.AddDate(0, -1, 0), until}}
}

func midnight(now time.Time) time.Time {
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
}
