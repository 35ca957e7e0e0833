// Package releases shows requests to let an order pass that its prescriptions do not allow.
package releases

import (
	"time"

	"acolhe/models/prescriptions"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// Path is the address of the requests.
const Path = "/painel/receitas/liberacoes"

// CartField is the parameter of a new order with the request that it follows.
const CartField = "liberacao"

// Href returns the page of a request.
func Href(id int64) string { return ui.RowHref(Path, id) }

// Happening is an entry of a timeline with its time.
type Happening struct {
	At    time.Time
	Event record.Event
}

// Happenings returns what happened to the requests of a person.
func Happenings(found []prescriptions.Release) (all []Happening) {
	for _, one := range found {
		all = append(all, Happening{one.DateCreated,
			record.Event{Title: "Liberação de pedido além da receita", Text: one.Reason, Who: one.RequestedByName, Icon: "file-check", Tone: ui.Warn, Href: Href(one.ID)}})
		if one.DateDecided == nil {
			continue
		}
		answered := record.Event{Title: "Pedido liberado além da receita", Text: texts.Of(one.Answer), Who: texts.Of(one.DecidedByName), Icon: "file-check", Tone: ui.Good, Href: Href(one.ID)}
		if one.State == prescriptions.NotFreed {
			answered.Title, answered.Tone = "Pedido além da receita não liberado", ui.Bad
		}
		all = append(all, Happening{*one.DateDecided, answered})
	}
	return all
}
