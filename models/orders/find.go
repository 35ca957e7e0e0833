package orders

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/page"
	"acolhe/models/person"
)

// newestFirst is the total order of every list of orders.
const newestFirst = "date_created desc, id desc"

// ListInput is the query of GET /orders and of the order list.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
	// Q looks into name, e-mail and prescriber, and matches an order's number.
	Q string `form:"q"`
}

// List gives the caller's orders, newest first.
func List(ctx context.Context, tx *db.DB, by person.Person, input ListInput) (found page.Of[Order], err error) {
	if strings.TrimSpace(input.Q) == "" {
		return list(ctx, tx, by, input)
	}
	err = db.PlannedAnew(tx.WithContext(ctx), func(tx *db.DB) error {
		found, err = list(ctx, tx, by, input)
		return err
	})
	return found, err
}

func list(ctx context.Context, tx *db.DB, by person.Person, input ListInput) (page.Of[Order], error) {
	window, err := input.Settle()
	if err != nil {
		return page.Of[Order]{}, err
	}
	filtered, err := filter(ctx, tx, by, input)
	if err != nil {
		return page.Of[Order]{}, err
	}
	return db.ReadPage[Order](visible(tx.WithContext(ctx).Model(&Order{}), by), filtered, window, newestFirst)
}

// Count counts the caller's orders that the filters leave.
func Count(ctx context.Context, tx *db.DB, by person.Person, input ListInput) (int, error) {
	filtered, err := filter(ctx, tx, by, input)
	if err != nil {
		return 0, err
	}
	var count int64
	err = filtered.Count(&count).Error
	return int(count), err
}

// ListByUser gives the orders of one associate, newest first; an unknown one is 404.
func ListByUser(ctx context.Context, tx *db.DB, by person.Person, code uuid.UUID, window page.Window) (page.Of[Order], error) {
	window, err := window.Settle()
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
	return db.ReadPage[Order](history(), history(), window, newestFirst)
}

// FindFor gives one order that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by person.Person, id int64) (Order, error) {
	return find(tx.WithContext(ctx), by, id)
}

func find(tx *db.DB, by person.Person, id int64) (Order, error) {
	var order Order
	found := visible(tx, by).Where("id = ?", id).Limit(1).Find(&order)
	if found.Error == nil && found.RowsAffected == 0 {
		return order, errs.NotFound("Pedido não encontrado.")
	}
	return order, found.Error
}

// CountAwaiting counts the caller's orders that await their payment.
func CountAwaiting(ctx context.Context, tx *db.DB, by person.Person) (int, error) {
	var count int64
	err := visible(tx.WithContext(ctx).Model(&Order{}), by).Where("status = ?", AwaitingPayment).Count(&count).Error
	return int(count), err
}

// CountByStatus counts the caller's orders of each status; absent statuses have none.
func CountByStatus(ctx context.Context, tx *db.DB, by person.Person) (map[Status]int, error) {
	var rows []struct {
		Status Status
		Count  int
	}
	err := visible(tx.WithContext(ctx).Model(&Order{}), by).Select("status, count(*) as count").Group("status").Scan(&rows).Error
	counts := map[Status]int{}
	for _, row := range rows {
		counts[row.Status] = row.Count
	}
	return counts, err
}

// visible puts what the caller may see into the query: an associate their own orders;
// operators and tokens all, once the matrix let them in.
func visible(query *db.DB, by person.Person) *db.DB {
	if by.Kind == person.Associate {
		return query.Where("user_code = ?", by.Code)
	}
	return query
}

// filter gives the caller's orders that the filters leave; an unknown status is 400.
func filter(ctx context.Context, tx *db.DB, by person.Person, input ListInput) (*db.DB, error) {
	filtered := matching(visible(tx.WithContext(ctx).Model(&Order{}), by), input.Q)
	if input.Status == "" {
		return filtered, nil
	}
	if err := checkStatus(input.Status); err != nil {
		return nil, err
	}
	return filtered.Where("status = ?", input.Status), nil
}

func matching(query *db.DB, words string) *db.DB {
	words = strings.TrimSpace(words)
	if number, err := strconv.ParseInt(strings.TrimPrefix(words, "#"), 10, 64); err == nil {
		return query.Where("id = ?", number)
	}
	for word := range strings.FieldsSeq(words) {
		query = query.Where("search_text like '%' || fold(?) || '%'", word)
	}
	return query
}

func checkStatus(status Status) error {
	for _, known := range Statuses() {
		if status == known {
			return nil
		}
	}
	return errs.Invalid("status", "deve ser um dos valores de status de pedidos")
}
