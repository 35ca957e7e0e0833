package reception

import (
	"acolhe/models/platform/items"
)

// Collection describes reception.
func Collection() *items.Collection {
	return items.Describe[Item](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{
			Create: items.Creates(Enqueue, func(item Item) int64 { return item.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
