package tags

import (
	"acolhe/models/platform/items"
)

// Collection returns tags.
func Collection() *items.Collection {
	return items.Describe[Tag](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{
			Create: items.Creates(Add, func(tag Tag) int64 { return tag.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
