package orders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the total order of every list of orders.
const newestFirst = "date_created desc, id desc"

// ListInput is the query of GET /orders and of the order list.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
	// Q looks into name, e-mail and prescriber, and matches an order's number.
	Q string `form:"q"`
	// A list page narrows further and sorts; the JSON interface has the collection for that.
	Filter
	Sort Sort
}

// List gives the caller's orders, newest first unless another order is asked for. A value that
// is none of a filter's is 400 VALIDATION_ERROR.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (found page.Of[Order], err error) {
	if input.isPlain() {
		return list(ctx, tx, by, input)
	}
	err = db.WithCustomPlan(tx.WithContext(ctx), func(tx *db.DB) error {
		found, err = list(ctx, tx, by, input)
		return err
	})
	return found, err
}

func list(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Order], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Order]{}, err
	}
	filtered, err := filter(ctx, tx, by, input)
	if err != nil {
		return page.Of[Order]{}, err
	}
	order, _ := input.Sort.sql()
	return db.ReadPage[Order](visible(tx.WithContext(ctx).Model(&Order{}), by), filtered, window, order)
}

// Count counts the caller's orders that the filters leave: those of a status exactly, what is
// narrowed further up to page.CountLimit. It answers as List does.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (counted page.Counted, err error) {
	if !input.isPlain() {
		err = db.WithCustomPlan(tx.WithContext(ctx), func(tx *db.DB) error {
			matching, err := filter(ctx, tx, by, input)
			if err == nil {
				counted, err = db.CountUpTo(matching, page.CountLimit)
			}
			return err
		})
		return counted, err
	}
	if err := input.Check(); err != nil {
		return counted, err
	}
	counts, err := CountByStatus(ctx, tx, by)
	for status, count := range counts {
		if input.Status == "" || input.Status == status {
			counted.Rows += count
		}
	}
	return counted, err
}

// ListByUser gives the orders of one associate, newest first; an unknown one is 404.
func ListByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID, window page.Window) (page.Of[Order], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[Order]{}, err
	}
	known, err := associates.Exists(ctx, tx, code)
	if err == nil && !known {
		err = errs.NotFound("Associado não encontrado.")
	}
	if err != nil {
		return page.Of[Order]{}, err
	}
	history := func() *db.DB { return visible(tx.WithContext(ctx).Model(&Order{}), by).Where("user_code = ?", code) }
	return db.ReadPage[Order](history(), history(), rows, newestFirst)
}

// FindFor gives one order that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Order, error) {
	return find(tx.WithContext(ctx), by, id)
}

func find(tx *db.DB, by auth.Caller, id int64) (Order, error) {
	return db.First[Order](visible(tx, by).Where("id = ?", id), errs.NotFound("Pedido não encontrado."))
}

// CountAwaiting counts the caller's orders that await their payment.
func CountAwaiting(ctx context.Context, tx *db.DB, by auth.Caller) (int, error) {
	counts, err := CountByStatus(ctx, tx, by)
	return counts[AwaitingPayment], err
}

// CountByStatus counts the caller's orders of each status; absent statuses have none. Who
// sees all orders is told what the database keeps count of.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[Status]int, error) {
	if by.Kind == auth.Associate {
		return db.CountBy[Status](visible(tx.WithContext(ctx).Model(&Order{}), by), "status")
	}
	kept, err := counters.Of(ctx, tx, counters.Orders)
	counts := make(map[Status]int, len(kept))
	for status, count := range kept {
		counts[Status(status)] = count
	}
	return counts, err
}

// visible puts what the caller may see into the query: an associate their own orders;
// operators and tokens all, once the matrix let them in.
func visible(query *db.DB, by auth.Caller) *db.DB {
	if by.Kind == auth.Associate {
		return query.Where("user_code = ?", by.Code)
	}
	return query
}
