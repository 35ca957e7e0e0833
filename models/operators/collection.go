package operators

import "acolhe/models/platform/items"

// answered describes the rows of lists.
var answered = items.Describe[Record](items.Rules{})

// Collection returns system_users. A caller who is not an administrator reads the columns of
// Colleague, and order and search use no others, so that an e-mail cannot be guessed letter by
// letter.
func Collection(invites Invites) *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-id", Search: items.SearchText{All: "search_text", Limited: "fold(name || ' ' || last_name)"},
		Writing: items.Writing{
			Create: items.Creates(invites.Store, func(invited Invited) int64 { return invited.Record.ID }),
			Update: items.Updates(Accounts{Mail: invites.Mail}.Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
			Lock:   lockOperators,
		},
	})
}
