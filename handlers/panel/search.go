package panel

import (
	"acolhe/models/search"
	"acolhe/views/panel"
	"acolhe/web"
)

// offerEverything answers the palette: what was found for the words or, without any, what
// the person opened last.
func (p Panel) offerEverything(r *web.Request) error {
	words := r.Query("q")
	if words == "" {
		recent, err := search.Recent(r.Context(), p.DB, r.By)
		if err != nil {
			return err
		}
		return r.Render(panel.PaletteRecent(recent))
	}
	found, err := search.Everywhere(r.Context(), p.DB, r.By, search.Input{Q: words, Only: panel.PaletteCollections()})
	if err != nil {
		return err
	}
	return r.Render(panel.PaletteFound(found))
}

// rememberOpened notes what was chosen in the palette.
func (p Panel) rememberOpened(r *web.Request) error {
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
	return r.Render(panel.PaletteRemembered())
}
