package orders

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Latest returns the newest events of the orders that the caller may see, at most limit, newest first.
func Latest(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Event, error) {
	var events []Event
	visible := tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)).Where("orders.id = order_changes.order_id").Select("1")
	err := tx.WithContext(ctx).Where("exists (?)", visible).Order("date_created desc, id desc").Limit(limit).Find(&events).Error
	return events, err
}

// MovedTo returns the new status of an event that changed the status, else an empty one.
func (e Event) MovedTo() Status {
	var status Status
	if json.Unmarshal(e.Changes["status"].To, &status) != nil {
		return ""
	}
	return status
}
