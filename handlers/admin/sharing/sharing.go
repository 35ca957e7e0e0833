// Package sharing serves the page of administrators on everything that leaves.
package sharing

import (
	"acolhe/handlers/frame"
	"acolhe/models/areas"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/sharing"
	"acolhe/models/types/civil"
	"acolhe/views/admin/names"
	"acolhe/views/admin/privacy"
	view "acolhe/views/admin/sharing"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the route of the page.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Page(view.Path, web.Administrator(), p.show)}
}

func (p Pages) show(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	today := civil.Of(r.Now.In(zone))
	data := view.PageData{Months: sharing.Months(today), Names: map[string]string{}}
	if data.Sources, err = sharing.List(r.Context(), p.DB, r.By, today); err != nil {
		return err
	}
	for _, source := range data.Sources {
		switch source.Kind {
		case sharing.Mail:
			data.Names["mail "+source.Key] = areas.MailLabel(mail.Kind(source.Key))
		case sharing.Export:
			data.Names["export "+source.Key] = names.Collection(source.Key)
		}
	}
	around, err := p.Frame(r, "Com quem compartilhamos", layouts.Crumb{Label: "Privacidade", Href: privacy.Path})
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, data))
}
