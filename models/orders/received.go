package orders

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// changedTo is the status that an event c of the history moved its order to; null if it moved it nowhere.
const changedTo = "c.changes #>> '{status,to}'"

// Period is a stretch of time, [From, To); a zero time is no bound.
type Period struct{ From, To time.Time }

// Since lists the status and those that an order passes after it. An order that was cancelled, or taken back to a status
// before, is in none of them.
func (s Status) Since() []Status {
	path := Statuses()[:slices.Index(Statuses(), Cancelled)]
	at := slices.Index(path, s)
	if at < 0 {
		return []Status{s}
	}
	return path[at:]
}

// reached keeps the orders that reached a status in a period and have not left the path since.
func reached(query *db.DB, status Status, in Period) *db.DB {
	moves := query.Session(&db.Session{NewDB: true}).Table("order_changes c").Select("c.order_id").Where(changedTo+" = ?", status)
	if !in.From.IsZero() {
		moves = moves.Where("c.date_created >= ?", in.From)
	}
	if !in.To.IsZero() {
		moves = moves.Where("c.date_created < ?", in.To)
	}
	return query.Where("status in ? and id in (?)", status.Since(), moves)
}

// CountReached counts the orders that the caller may see and that reached a status in a period.
func CountReached(ctx context.Context, tx *db.DB, by auth.Caller, status Status, in Period) (int, error) {
	var count int64
	err := reached(tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)), status, in).Count(&count).Error
	return int(count), err
}

// Comparison is what was received in a period and in the same stretch of the period before.
type Comparison struct {
	Period, PeriodBefore Period
	Received, Before     money.Amount
}

// Received is what was paid for orders today, since Monday and since the first of the month.
type Received struct{ Day, Week, Month Comparison }

// SumReceived sums the orders that the caller may see by when they were paid. The time zone of now is that of the days.
func SumReceived(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time) (Received, error) {
	received := Received{Day: dayUntil(now), Week: weekUntil(now), Month: monthUntil(now)}
	paid := tx.WithContext(ctx).Table("order_changes c").Select("c.order_id, max(c.date_created) as paid_at").
		Where(changedTo+" = ? and c.date_created >= ?", Paid, received.Month.PeriodBefore.From).Group("c.order_id")
	const sum = "coalesce(sum(total) filter (where paid_at >= ? and paid_at < ?), 0)"
	var bounds []any
	for _, comparison := range []Comparison{received.Day, received.Week, received.Month} {
		for _, period := range []Period{comparison.Period, comparison.PeriodBefore} {
			bounds = append(bounds, period.From, period.To)
		}
	}
	row := tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)).Joins("join (?) as paid on order_id = orders.id", paid).Where("status in ?", Paid.Since()).
		Select(sum+","+sum+","+sum+","+sum+","+sum+","+sum, bounds...).Row()
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
