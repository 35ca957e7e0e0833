// Package search serves the palette.
package search

import (
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/search"
	view "acolhe/views/panel/search"
	"acolhe/web"
)

// Pages serves the palette.
type Pages struct{ DB *db.DB }

// Routes returns the routes of the palette.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.offer),
		web.Form(view.Path, web.Staff(), p.remember),
	}
}

// offer answers with the palette's matches or, without search terms, the recently opened entries.
func (p Pages) offer(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	words := r.Query("q")
	if words == "" {
		recent, err := search.Recent(r.Context(), p.DB, r.By)
		if err != nil {
			return err
		}
		recent.Results = recent.In(zone)
		return r.Render(view.Recent(r.By, recent))
	}
	found, err := search.Everywhere(r.Context(), p.DB, r.By, search.Input{Q: words, Only: view.Collections(r.By)})
	if err != nil {
		return err
	}
	return r.Render(view.Found(r.By, words, found.In(zone)))
}

// remember records the entry chosen in the palette.
func (p Pages) remember(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var row search.Opened
	if err := posted.Bind(&row); err != nil {
		return err
	}
	if err := search.Remember(r.Context(), p.DB, r.By, row); err != nil {
		return err
	}
	return r.Render(view.Remembered())
}
