// Package receipts sums up what the association received, the payments of orders and of services, and issues the receipts of
// these payments.
package receipts

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// Sums are the amounts received for orders and for services.
type Sums struct{ Orders, Services money.Amount }

// Total returns the sum of both.
func (s Sums) Total() money.Amount { return s.Orders.Add(s.Services) }

// Comparison is the amount received in a period and in the same part of the previous period.
type Comparison struct {
	Period, PeriodBefore civil.Span
	Received, Before     Sums
}

// Received is the amount received today, since Monday and since the first of the month.
type Received struct{ Day, Week, Month Comparison }

// Sum sums the amounts received for the orders and services that the caller may see, by the time of payment. Days are
// in the time zone of the parameter now.
func Sum(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time) (Received, error) {
	received := Received{Day: dayUntil(now), Week: weekUntil(now), Month: monthUntil(now)}
	// The previous month begins first.
	comparisons := []*Comparison{&received.Month, &received.Week, &received.Day}
	var spans []civil.Span
	for _, comparison := range comparisons {
		spans = append(spans, comparison.PeriodBefore, comparison.Period)
	}
	ofOrders, err := orders.SumPaid(ctx, tx, by, spans)
	if err != nil {
		return received, err
	}
	ofServices := make([]money.Amount, len(spans))
	if access.Can(by, "services", access.Read) {
		if ofServices, err = bookings.SumPaid(ctx, tx, by, spans); err != nil {
			return received, err
		}
	}
	for i, comparison := range comparisons {
		comparison.Before = Sums{ofOrders[2*i], ofServices[2*i]}
		comparison.Received = Sums{ofOrders[2*i+1], ofServices[2*i+1]}
	}
	return received, nil
}

// dayUntil compares the day with the same weekday of last week, up to the same time.
func dayUntil(now time.Time) Comparison {
	today := civil.StartOfDay(now)
	return Comparison{Period: civil.Span{From: today, To: now},
		PeriodBefore: civil.Span{From: today.AddDate(0, 0, -7), To: now.AddDate(0, 0, -7)}}
}

// weekUntil compares the week since Monday with the previous one, up to the same time.
func weekUntil(now time.Time) Comparison {
	monday := civil.StartOfDay(now).AddDate(0, 0, -(int(now.Weekday())+6)%7)
	return Comparison{Period: civil.Span{From: monday, To: now},
		PeriodBefore: civil.Span{From: monday.AddDate(0, 0, -7), To: now.AddDate(0, 0, -7)}}
}

// monthUntil compares the month with the previous one, up to the same day and time; a shorter previous month counts as
// a whole.
func monthUntil(now time.Time) Comparison {
	first := civil.StartOfDay(now).AddDate(0, 0, 1-now.Day())
	until := now.AddDate(0, -1, 0)
	if until.After(first) {
		until = first
	}
	return Comparison{Period: civil.Span{From: first, To: now}, PeriodBefore: civil.Span{From: first.AddDate(0, -1, 0), To: until}}
}
