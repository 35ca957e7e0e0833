package products

import (
	"acolhe/models/platform/items"
)

// Collection returns products.
func Collection() *items.Collection {
	return items.Describe[Product](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{
			Create: items.Creates(Add, func(product Product) int64 { return product.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
