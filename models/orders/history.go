package orders

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/person"
)

// Change is one entry of an order's history: who did what, and when.
type Change struct {
	ID          int64          `gorm:"primaryKey"`
	OrderID     int64          `gorm:"column:order_id"`
	Action      string         `gorm:"column:action"`
	ActorKind   person.Kind    `gorm:"column:actor_kind"`
	ActorCode   *string        `gorm:"column:actor_code"`
	ActorName   *string        `gorm:"column:actor_name"`
	Changes     map[string]any `gorm:"serializer:json"`
	DateCreated time.Time      `gorm:"column:date_created"`
}

// TableName is the table of the history.
func (Change) TableName() string { return "order_changes" }

// History lists the changes of an order, newest first.
func History(ctx context.Context, tx *db.DB, orderID int64) ([]Change, error) {
	var changes []Change
	err := tx.WithContext(ctx).Where("order_id = ?", orderID).Order("date_created desc, id desc").Limit(200).Find(&changes).Error
	return changes, err
}

func recordPlacing(tx *db.DB, by person.Person, order Order) error {
	return tx.Create(&Change{
		OrderID: order.ID, Action: "create", ActorKind: by.Kind, ActorCode: optional(by.Code),
		ActorName: optional(by.FullName()), Changes: map[string]any{}, DateCreated: order.DateCreated,
	}).Error
}
