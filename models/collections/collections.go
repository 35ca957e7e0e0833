// Package collections lists the collections of the generic routes. Only the program that opens the
// engine imports it.
package collections

import (
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/platform/items"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/reception"
	"acolhe/models/tags"
	"acolhe/models/tokens"
)

// All returns the collections of decisions.md ("Generic items"). A new operator gets an invite of
// these invites, whose outbox takes all letters.
func All(invites operators.Invites) []*items.Collection {
	return append([]*items.Collection{
		associates.Collection(associates.Accounts{Mail: invites.Mail}), operators.Collection(invites), orders.Collection(), bookings.Collection(), products.Collection(),
		professionals.Collection(), reception.Collection(), tags.Collection(), tokens.Collection(),
	}, files.Collections()...)
}
