package ownorders

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/reception/contacts"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// request is a row of reorders.
type request struct {
	ID          int64 `gorm:"primaryKey"`
	OrderID     int64
	ItemID      int64
	DateCreated time.Time
}

// TableName returns the name of the table.
func (request) TableName() string { return "reorders" }

// openRequest returns the reception item in which an order is asked for again; 0 without an open one.
func openRequest(tx *db.DB, order int64) (item int64, err error) {
	var items []int64
	err = tx.Table("reorders").Joins("join reception on reception.id = item_id").Where("order_id = ? and completed_at is null", order).
		Order("reorders.id desc").Limit(1).Pluck("item_id", &items).Error
	if len(items) > 0 {
		item = items[0]
	}
	return item, err
}

// Ask asks the staff for an own order again; once until the staff has answered. It stands in the reception, where the staff
// makes the order with the same products. Any other order is 404 NOT_FOUND, and one that is not paid is 409 CONFLICT.
func Ask(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := orders.FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if order.Status == orders.AwaitingPayment || order.Status == orders.Cancelled {
			return errs.Conflict(errs.CodeConflict, "Só dá para pedir de novo um pedido que já foi pago.")
		}
		open, err := openRequest(tx, id)
		if err != nil || open != 0 {
			return err
		}
		item, err := contacts.EnqueueMessage(ctx, tx, by, message(order))
		if err != nil {
			return err
		}
		return tx.Create(&request{OrderID: id, ItemID: item.ID, DateCreated: by.Now}).Error
	})
}

// message is what the staff reads: Pedir de novo: pedido nº 612 (2 × Óleo 10%).
func message(order orders.Order) string {
	const mostNamed = 10
	var named []string
	for i, item := range order.Items {
		if i == mostNamed {
			named = append(named, fmt.Sprintf("mais %d", len(order.Items)-i))
			break
		}
		named = append(named, strconv.Itoa(item.Quantity)+" × "+item.Name)
	}
	return "Pedir de novo: pedido nº " + strconv.FormatInt(order.ID, 10) + " (" + strings.Join(named, ", ") + ")"
}

// ItemsAgain returns what is asked for again in a reception item, at the current prices, without products that are gone; nothing
// if nothing is asked for again.
func ItemsAgain(ctx context.Context, tx *db.DB, by auth.Caller, item int64) ([]orders.Item, error) {
	var asked []request
	err := tx.WithContext(ctx).Where("item_id = ?", item).Order("id desc").Limit(1).Find(&asked).Error
	if err != nil || len(asked) == 0 {
		return nil, err
	}
	repeated, err := Repeat(ctx, tx, by, asked[0].OrderID)
	return repeated.Items, err
}

// AttachProof attaches a file to an own order as the proof of its payment, which the staff checks. Any other order is 404
// NOT_FOUND.
func AttachProof(ctx context.Context, tx *db.DB, by auth.Caller, file files.File, id int64) error {
	if _, err := orders.FindFor(ctx, tx, by, id); err != nil {
		return err
	}
	input := files.AttachToOrderInput{AttachInput: files.AttachInput{FileID: file.ID}, Fields: files.Fields{Kind: patch.Of("proof")},
		OrderID: id}
	_, err := files.AttachToOrder(ctx, tx, by, input)
	return err
}
