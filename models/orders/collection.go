package orders

import "acolhe/models/platform/items"

// answered describes the rows of lists; the routes that answer them have rules of their own.
var answered = items.Describe[Order](items.Rules{})

// Collection returns orders. Its verbs are those of the JSON interface.
func Collection() *items.Collection {
	return items.Describe[Order](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text",
			WithoutHealth: "fold(name_associate || ' ' || coalesce(email, ''))"},
		Writing: items.Writing{
			Create: items.Creates(Place, func(order Order) int64 { return order.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
		},
	})
}
