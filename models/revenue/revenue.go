// Package revenue sums up what the orders of a period are worth, by who ordered, and explains the change since the period
// before. It reads the orders; the sums by day belong to package analytics.
package revenue

import (
	"context"
	"slices"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// Input are the civil days of the association in which orders were placed, and the filters of the analysis.
type Input struct {
	Span     civil.Span
	Statuses []string
	Tags     []string
}

// Group are orders and their total in cents.
type Group struct{ Orders, Cents int64 }

// Sums are the paid orders of a period: those of associates who had not ordered before it, and those of the others.
type Sums struct{ New, Returning Group }

// paid are the statuses of orders that were paid.
func paid() []string {
	return []string{string(orders.Paid), string(orders.Picking), string(orders.Sent), string(orders.Delivered)}
}

// Of returns the sums of the paid orders that the caller may see. It returns 403 FORBIDDEN without the permission on reports.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (sums Sums, err error) {
	if err := access.Require(by, "reports", access.Read); err != nil {
		return sums, err
	}
	statuses := paid()
	if len(input.Statuses) > 0 {
		statuses = slices.DeleteFunc(statuses, func(status string) bool { return !slices.Contains(input.Statuses, status) })
	}
	if len(statuses) == 0 {
		return sums, nil
	}
	placed := tx.WithContext(ctx).Table("orders o").
		Where("o.date_created >= ? and o.date_created < ? and o.status in ?", input.Span.From, input.Span.To, statuses)
	if len(input.Tags) > 0 {
		placed = placed.Where("jsonb_exists_any(o.tags, array[?]::text[])", input.Tags)
	}
	// Those who ordered for the first time are few beside all: they are looked up by their first order, not each order by its associate.
	placed = placed.Joins("left join last_orders l on l.user_id = o.user_id and l.first_at >= ?", input.Span.From).
		Select(`count(l.user_id), coalesce(100 * sum(o.total) filter (where l.user_id is not null), 0)::bigint,
			count(*) - count(l.user_id), coalesce(100 * sum(o.total) filter (where l.user_id is null), 0)::bigint`)
	return sums, db.ScanRow(placed, &sums.New.Orders, &sums.New.Cents, &sums.Returning.Orders, &sums.Returning.Cents)
}

// Total returns the sums of both groups.
func (s Sums) Total() Group {
	return Group{s.New.Orders + s.Returning.Orders, s.New.Cents + s.Returning.Cents}
}

// Mean returns the mean order in cents, 0 without orders.
func (g Group) Mean() int64 {
	if g.Orders == 0 {
		return 0
	}
	return (2*g.Cents + g.Orders) / (2 * g.Orders)
}

// Amount returns the total.
func (g Group) Amount() money.Amount { return money.FromCents(g.Cents) }

// Reason is why the total changed.
type Reason string

// The reasons: more or fewer orders of new associates, of the others, and a higher or lower mean order.
const (
	OfNew       Reason = "new"
	OfReturning Reason = "returning"
	OfMean      Reason = "mean"
)

// Part is a part of the change, in cents; Orders is the change of the number of orders, 0 for the mean.
type Part struct {
	Reason        Reason
	Cents, Orders int64
}

// Explain returns the parts of the change, the largest first. They always add up to it: orders count at the mean of the
// period before, and what is left is the mean. It returns none without orders before.
func Explain(now, before Sums) []Part {
	earlier := before.Total()
	if earlier.Orders == 0 {
		return nil
	}
	atMean := func(orders int64) int64 { return orders * earlier.Cents / earlier.Orders }
	ofNew := now.New.Orders - before.New.Orders
	ofReturning := now.Returning.Orders - before.Returning.Orders
	parts := []Part{{OfNew, atMean(ofNew), ofNew}, {OfReturning, atMean(ofReturning), ofReturning}}
	parts = append(parts, Part{Reason: OfMean, Cents: now.Total().Cents - earlier.Cents - parts[0].Cents - parts[1].Cents})
	slices.SortStableFunc(parts, func(a, b Part) int { return int(size(b.Cents) - size(a.Cents)) })
	return parts
}

func size(cents int64) int64 { return max(cents, -cents) }

// IsAlmostEqual reports whether the total changed by less than 5%.
func IsAlmostEqual(now, before Sums) bool {
	return 20*size(now.Total().Cents-before.Total().Cents) < before.Total().Cents
}
