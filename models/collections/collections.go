// Package collections lists what the generic routes offer: each area's own collections.
// Nothing imports it but who opens the engine.
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

// All gives the collections of decisions.md ("Generic items"); new operators are asked to take
// their accounts up by these invites.
func All(invites operators.Invites) []*items.Collection {
	return append([]*items.Collection{
		associates.Collection(), operators.Collection(invites), orders.Collection(), bookings.Collection(), products.Collection(),
		professionals.Collection(), reception.Collection(), tags.Collection(), tokens.Collection(),
	}, files.Collections()...)
}
