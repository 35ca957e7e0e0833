package professionals

import (
	"acolhe/models/platform/items"
)

// Collection describes professionals; a partner sees only their own record.
func Collection() *items.Collection {
	return items.Describe[Listed](items.Rules{
		Sort: "-date_created", Computed: computed(), Search: items.SearchText{All: "search_text"}, Own: &items.Own{SQL: "professional_code = ?"},
		Writing: items.Writing{
			Create: items.Creates(Register, func(professional Professional) int64 { return professional.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
