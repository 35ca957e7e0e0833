package operators

import "acolhe/models/platform/items"

// answered describes the rows of lists.
var answered = items.Describe[Record](items.Rules{})

// Collection is system_users. A caller who is no administrator reads the columns of Colleague, and neither order nor
// search uses others: an e-mail must not be guessed letter by letter.
func Collection(invites Invites) *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-id", Search: items.SearchText{All: "search_text", Limited: "fold(name || ' ' || last_name)"},
		Writing: items.Writing{
			Create: items.Creates(invites.Add, func(invited Invited) int64 { return invited.Record.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
			Lock:   lockOperators,
		},
	})
}
