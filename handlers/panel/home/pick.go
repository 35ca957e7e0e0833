package home

import (
	"acolhe/models/picking"
	"acolhe/models/types/access"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// pick marks a product of the picking list. The answer to a script is the list again.
func (p Pages) pick(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input picking.MarkInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if err := picking.Mark(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	today := view.Today{Now: r.Now, By: r.By, Query: view.Query{WholePicking: input.Everyone},
		CanMove: access.Can(r.By, "orders", access.Update)}
	if !r.IsFragment() {
		return r.Redirect(today.PickingHref())
	}
	if err := readPicking(reading{Context: r.Context(), tx: p.DB, by: r.By, today: &today}); err != nil {
		return err
	}
	return r.Render(today.PickingCard())
}
