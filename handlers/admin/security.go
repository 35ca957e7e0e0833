package admin

import (
	"strings"
	"time"

	"acolhe/models/platform/security"
	"acolhe/models/types/page"
	"acolhe/views/admin"
	"acolhe/web"
)

func (a Admin) securityRoutes() []web.Route {
	return []web.Route{web.Page("/admin/seguranca", web.Administrator(), a.listEvents)}
}

func (a Admin) listEvents(r *web.Request) error {
	query := admin.EventQuery{Group: security.Group(r.Query("tipo")), Words: strings.TrimSpace(r.Query("q")),
		From: dayOf(r.Query("de")), To: dayOf(r.Query("ate")), Page: r.QueryPage()}
	found, err := security.List(r.Context(), a.DB, r.By, security.ListInput{
		Window: page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset(), Count: page.FilterCount},
		Group:  query.Group, Q: query.Words, From: query.From, To: query.To,
	})
	if err != nil {
		return err
	}
	frame, err := a.frame(r, "Segurança")
	if err != nil {
		return err
	}
	list := admin.EventList{Query: query, Found: found, Now: frame.Now}
	return r.Render(admin.Security(frame, list), admin.EventListFragment)
}

// dayOf gives a civil day as a date field sends it; a date that is half typed counts as none.
func dayOf(text string) string {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return ""
	}
	return text
}
