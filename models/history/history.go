// Package history is what somebody has had with the association, as the staff looks at it:
// orders and services. It reads the areas that keep them and owns nothing.
package history

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// Asked says whose history is asked for, by row id, and how much of each list.
type Asked struct {
	ID     int64
	Window page.Window
}

// History is what an associate or a patient has had, the newest first.
type History struct {
	Orders   []orders.Order     `json:"orders"`
	Services []bookings.Service `json:"services"`
}

// Of gives the history of an associate, with what was booked for the patients, or of one
// patient; an unknown row is 404 NOT_FOUND. What the caller may not read stays empty.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, asked Asked) (History, error) {
	had := History{Orders: []orders.Order{}, Services: []bookings.Service{}}
	whose, err := associates.FindByID(ctx, tx, asked.ID)
	if err != nil {
		return had, err
	}
	if access.Can(by, "orders", access.Read) {
		found, err := orders.ListByUser(ctx, tx, by, whose.UserCode, asked.Window)
		if err != nil {
			return had, err
		}
		had.Orders = append(had.Orders, found.Items...)
	}
	if access.Can(by, "services", access.Read) {
		found, err := bookings.ListByUser(ctx, tx, whose.UserCode, asked.Window)
		if err != nil {
			return had, err
		}
		had.Services = append(had.Services, found.Items...)
	}
	return had, nil
}
