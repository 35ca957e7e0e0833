// Package history collects what happened to a person for the staff: orders, services, mails, and the changes of the person,
// which a trigger captures. It reads other areas and writes nothing.
package history

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// Input is the row id of a person and the window of each list.
type Input struct {
	ID     int64
	Window page.Window
}

// History holds the orders and services of an associate or a patient, newest first.
type History struct {
	Orders   []orders.Order     `json:"orders"`
	Services []bookings.Service `json:"services"`
}

// Of returns the history of an associate, with the services of their patients, or of one patient.
// An unknown row is 404 NOT_FOUND. A list that the caller may not read is empty.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (History, error) {
	found := History{Orders: []orders.Order{}, Services: []bookings.Service{}}
	person, err := associates.FindFor(ctx, tx, by, input.ID)
	if err != nil {
		return found, err
	}
	if access.Can(by, "orders", access.Read) {
		list, err := orders.ListByUser(ctx, tx, by, person.UserCode, input.Window)
		if err != nil {
			return found, err
		}
		found.Orders = append(found.Orders, list.Items...)
	}
	if access.Can(by, "services", access.Read) {
		list, err := listing.ListByUser(ctx, tx, by, person.UserCode, input.Window)
		if err != nil {
			return found, err
		}
		found.Services = append(found.Services, list.Items...)
	}
	return found, nil
}
