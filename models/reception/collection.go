package reception

import (
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
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

// Keys lists the configuration keys of the queue.
func Keys() []settings.Definition {
	return []settings.Definition{
		statusesKey.Definition(), warnMinutes.Definition(), lateMinutes.Definition(),
		formTitle.Definition(), formFields.Definition(), customFields.Definition(), formPrivacy.Definition(),
	}
}
