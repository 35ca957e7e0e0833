package products

import "acolhe/models/items"

// Collection is products.
func Collection() *items.Collection {
	return items.Describe[Product](items.Rules{Sort: "-date_created", Search: items.SearchText{All: "search_text"}})
}
