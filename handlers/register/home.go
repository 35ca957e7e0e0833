package register

import (
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	view "acolhe/views/register"
	"acolhe/web"
)

// shownRows is how many orders and appointments the own page has.
const shownRows = 10

// renderHome shows the own page of an associate whose registration is complete.
func (p Register) renderHome(r *web.Request, progress registration.Progress) (err error) {
	own := view.Own{Progress: progress}
	if own.Frame, err = p.frame(r, "Sua página"); err != nil {
		return err
	}
	if own.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	if own.Orders, err = orders.ListOwn(r.Context(), p.DB, r.By, shownRows); err != nil {
		return err
	}
	if own.Bookings, err = bookings.ListOwn(r.Context(), p.DB, r.By, shownRows); err != nil {
		return err
	}
	if own.Term, err = p.findTerm(r); err != nil {
		return err
	}
	return r.Render(view.HomePage(own))
}
