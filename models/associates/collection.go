package associates

import "acolhe/models/platform/items"

// listLimit is the default number of associates in a list (specification, Limits).
const listLimit = 60

// Collection returns users: associates, and patients if a filter selects their status.
func Collection(accounts Accounts) *items.Collection {
	return items.Describe[Associate](items.Rules{
		Sort: "-date_created", Limit: listLimit, Search: items.SearchText{All: "search_text", WithoutCPF: SearchedWithoutCPF},
		DefaultFilter: &items.DefaultFilter{Field: "status", SQL: "status <> 'patient'"},
		Included:      []items.Inclusion{{Name: "patients", Key: "user_code", ForeignKey: "responsible_code"}},
		Writing: items.Writing{
			Create: items.Creates(Register, func(row Associate) int64 { return row.ID }),
			Update: items.Updates(accounts.Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
		},
	})
}
