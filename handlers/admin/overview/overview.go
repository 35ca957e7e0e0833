// Package overview serves the first page of the administration.
package overview

import (
	"acolhe/handlers/frame"
	"acolhe/models/backups"
	"acolhe/models/installation"
	"acolhe/models/platform/db"
	"acolhe/models/privacy"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/version"
	view "acolhe/views/admin/overview"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	DB       *db.DB
	Frame    frame.Func
	Overview installation.Overview
	Backups  backups.Office
}

// Routes returns the route of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Page(view.Path, web.Administrator(), p.show)}
}

func (p Pages) show(r *web.Request) error {
	around, err := p.Frame(r, "Visão geral")
	if err != nil {
		return err
	}
	state, err := p.Overview.Read(r.Context(), r.By, around.Now)
	if err != nil {
		return err
	}
	copies, err := p.Backups.ReadStatus(r.Context(), r.By)
	if err != nil {
		return err
	}
	_, late, err := privacy.Counts(r.Context(), p.DB, r.By, civil.Of(around.Now))
	if err != nil {
		return err
	}
	leaving, isSoon, err := retention.Pending(r.Context(), p.DB, r.Now)
	if err != nil {
		return err
	}
	data := view.PageData{LateRequests: late, Retention: leaving, IsLeavingSoon: isSoon && leaving.DatePaused == nil, State: state, Copies: copies, Version: version.Current(), Now: around.Now, Production: !r.InDevelopment()}
	return r.Render(view.Page(around, data), view.Part)
}
