package directus

import (
	"slices"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/directus/source"
	"acolhe/models/orders"
	"acolhe/models/types/civil"
)

// noon is the time of a payment of which the day alone is known, as in imports.
const noon = 12 * time.Hour

// setPaidAt sets when an order or a service was paid, which a Directus does not know, by the rule of imports: on the day of its payment,
// else when it was created, so that no payment is missing in the reports of money by day. One that is not paid has no such time.
func (c collection) setPaidAt(stored source.Row, zone *time.Location) {
	_, isKnown := stored["paid_at"]
	if isKnown || c.name != "orders" && c.name != "services" {
		return
	}
	status := stored.Text("status")
	isPaid := status == string(bookings.Paid)
	if c.name == "orders" {
		isPaid = slices.Contains(orders.Paid.Since(), orders.Status(status))
	}
	stored["paid_at"] = nil
	if !isPaid {
		return
	}
	stored["paid_at"] = stored["date_created"]
	if on := stored.Text("paid_on"); len(on) >= len(time.DateOnly) {
		if day, err := civil.Parse(on[:len(time.DateOnly)]); err == nil {
			stored["paid_at"] = day.In(zone).Add(noon).UTC().Format(time.RFC3339)
		}
	}
}
