package operators

import "acolhe/models/platform/items"

// Collection is system_users. Who is no administrator sees what is needed to name an operator,
// and neither the order nor the search tells more: an e-mail must not be guessed letter by letter.
func Collection(invites Invites) *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-id", Search: items.SearchText{All: "search_text", Limited: "fold(name || ' ' || last_name)"},
		Writing: items.Writing{
			Create: items.Creates(invites.Create, func(invited Invited) int64 { return invited.Record.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
			Lock:   takeTurn,
		},
	})
}
