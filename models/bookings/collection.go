package bookings

import (
	"acolhe/models/platform/items"
)

// PartnersText is the text that professionals search in their services: without the associate's e-mail, which they do not
// see.
const PartnersText = "fold(associate_name || ' ' || coalesce(patient_name, '') || ' ' || service_code)"

// Collection describes services.
func Collection() *items.Collection {
	return items.Describe[Service](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text", Partners: PartnersText}, Own: &items.Own{SQL: ownServices},
		Writing: items.Writing{
			Create: items.Creates(BookOne, func(service Service) int64 { return service.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(items.WithoutCaller(Remove)),
		},
	})
}
