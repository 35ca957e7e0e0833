// Package followups serves the page of how patients are after the first order.
package followups

import (
	"acolhe/handlers/frame"
	"acolhe/models/followups"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/views/layouts"
	analyticsview "acolhe/views/panel/analytics"
	view "acolhe/views/panel/followups"
	"acolhe/web"
)

// Pages serves this page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Page(view.Path, web.StaffCan("reports", access.Read), p.show)}
}

func (p Pages) show(r *web.Request) error {
	groups, err := followups.Groups(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Acompanhamento", layouts.Crumb{Label: "Análises", Href: analyticsview.Path})
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, groups))
}
