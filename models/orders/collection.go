package orders

import "acolhe/models/items"

// Collection is orders; a new one is placed, with all that belongs to it.
func Collection() *items.Collection {
	return items.Describe[Order](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{Create: items.Creates(Place, func(order Order) int64 { return order.ID })},
	})
}
