package orders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// FindFor returns an order that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Order, error) {
	return db.First[Order](tx.WithContext(ctx).Scopes(Visible(by)).Where("id = ?", id), errs.NotFound("Pedido não encontrado."))
}

// ListByUser returns a page of the orders of one associate that the caller may see, newest first. An unknown associate
// is 404 NOT_FOUND.
func ListByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID, window page.Window) (page.Of[Order], error) {
	found, err := SelectByUser(ctx, tx, by, code, window)
	if err != nil {
		return page.Of[Order]{}, err
	}
	list, err := db.ReadPage[Order](found.Scope, found.Filtered, found.Window, found.Order)
	if err == nil && len(list.Items) == 0 {
		err = found.IfEmpty()
	}
	return list, err
}

// SelectByUser returns the selection of ListByUser, for an answer in JSON. It answers as ListByUser does.
func SelectByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID, window page.Window) (items.Selected, error) {
	rows, err := window.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	ifEmpty := func() error {
		exists, err := associates.Exists(ctx, tx, code)
		if err == nil && !exists {
			err = errs.NotFound("Associado não encontrado.")
		}
		return err
	}
	theirs := tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)).Where("user_code = ?", code).Session(&db.Session{})
	return items.Selected{Rows: answered, Scope: theirs, Filtered: theirs, Window: rows, Order: newestFirst, IfEmpty: ifEmpty}, nil
}

// visibleTo limits the query to the caller's own orders if they are an associate, to all orders for
// another caller who may read orders, and to none otherwise.
// Visible limits a query to the orders that the caller may see.
func Visible(by auth.Caller) db.Scope {
	if by.Kind == auth.Associate {
		return ownOrders(by)
	}
	return db.Allowed(access.Can(by, "orders", access.Read))
}

// ownOrders limits the query to the caller's own orders if they are an associate. Other callers may
// change all orders if the matrix allows it, even if they may not read them.
func ownOrders(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		if by.Kind == auth.Associate {
			return query.Where("user_code = ?", by.Code)
		}
		return query
	}
}

// ListOwn returns the newest orders of the calling associate, at most limit of them; any other caller has none.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Order, error) {
	found := []Order{}
	err := tx.WithContext(ctx).Scopes(db.Allowed(by.Kind == auth.Associate)).
		Select("id, user_id, user_code, items, total, status, date_created").Where("user_id = ?", by.ID).
		Order("date_created desc, id desc").Limit(limit).Find(&found).Error
	return found, err
}
