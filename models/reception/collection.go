package reception

import "acolhe/models/items"

// Collection is reception.
func Collection() *items.Collection {
	return items.Describe[Item](items.Rules{Sort: "-date_created", Search: items.SearchText{All: "search_text"}})
}
