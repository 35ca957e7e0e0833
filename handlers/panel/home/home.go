// Package home serves the first page of the staff.
package home

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/firstrun"
	"acolhe/models/platform/db"
	"acolhe/models/platform/live"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/layouts"
	"acolhe/views/panel/arrangement"
	"acolhe/views/panel/firstday"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Live  *live.Hub
	// First returns the first steps of a new installation, or nil if there is nothing to show.
	First func(r *web.Request) (templ.Component, error)
	// Steps returns them as an empty association sees them.
	Steps func(r *web.Request) (templ.Component, error)
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
	// News returns the news of the latest release, nil if the person has read them.
	News func(r *web.Request) (templ.Component, error)
}

// Routes returns the routes of the page and of its actions.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.show),
		web.Page(view.LivePath, web.Staff(), p.follow),
		web.Page(view.RemindPath, web.StaffCan("users", access.Read), p.remind),
		web.Page(arrangement.Path, web.Staff(), p.arrange),
		web.Form(arrangement.Path, web.Staff(), p.keepArrangement),
		web.Form(view.PickPath, web.StaffCan("orders", access.Update), p.pick),
	}
}

// follow sends an event after each change of what the person sees on the page.
func (p Pages) follow(r *web.Request) error {
	var tables []string
	for _, collection := range []string{"reception", "services"} {
		if access.CanOpen(r.By, collection, access.Read) {
			tables = append(tables, collection)
		}
	}
	return serve.Follow(r, p.Live, tables...)
}

// show serves the page.
func (p Pages) show(r *web.Request) error {
	around, err := p.Frame(r, "Painel")
	if err != nil {
		return err
	}
	isEmpty, err := firstrun.IsEmpty(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if isEmpty {
		return p.showStart(r, around)
	}
	today, err := p.today(r, around.Now)
	if err != nil {
		return err
	}
	today.Association = around.Association
	if today.First, err = p.First(r); err != nil {
		return err
	}
	if today.News, err = p.News(r); err != nil {
		return err
	}
	return r.Render(view.Page(around, today))
}

// showStart serves the page of an empty association.
func (p Pages) showStart(r *web.Request, around layouts.Frame) error {
	steps, err := p.Steps(r)
	if err != nil {
		return err
	}
	return r.Render(firstday.Page(around, firstday.Start{
		By: r.By, Steps: steps, Base: strings.TrimSuffix(p.BaseURL.String(), "/"),
		CanLoadSamples: access.IsAdministrator(r.By), CanRegister: access.CanOpen(r.By, "users", access.Create),
		CanReceive: access.Can(r.By, "reception", access.Create), CanAddProfessional: access.Can(r.By, "professionals", access.Create)}))
}

// today reads the parts of the page for the caller; now is in the association's time zone. A part that cannot be read
// is marked as missing, so that the others remain usable.
func (p Pages) today(r *web.Request, now time.Time) (view.Today, error) {
	today := view.Today{Now: now, By: r.By, Query: view.NewQuery(r.Query), CanPlace: access.CanOpen(r.By, "orders", access.Create),
		CanBook:     access.CanOpen(r.By, "services", access.Create),
		CanMove:     access.CanOpen(r.By, "orders", access.Update),
		CanRegister: access.CanOpen(r.By, "users", access.Create), CanClaim: access.Can(r.By, "reception", access.Update)}
	stored, err := chosen.Of(r.Context(), p.DB, r.By)
	if err != nil {
		return today, err
	}
	if stored != nil {
		today.Arrangement = arrangement.Arranged(stored, isOffered(r))
	}
	reading := reading{Context: r.Context(), tx: p.DB, by: r.By, today: &today}
	for _, part := range parts {
		if !part.isFor(r.By) {
			continue
		}
		err := part.read(reading)
		if r.Context().Err() != nil {
			return today, err
		}
		if err != nil {
			r.LogError("part of the day page", err)
			today.Failed = append(today.Failed, part.name)
		}
	}
	return today, nil
}

// reading holds the arguments for reading a part.
type reading struct {
	context.Context
	tx    *db.DB
	by    auth.Caller
	today *view.Today
}

// part is a part of the page: the roles that see it, and the function that reads it. Callers need one of the roles and the
// permission to read the collection.
type part struct {
	name       view.Part
	collection string
	roles      []auth.Role
	read       func(reading) error
}

func (p part) isFor(by auth.Caller) bool {
	return access.CanOpen(by, p.collection, access.Read) && slices.ContainsFunc(p.roles, by.Is)
}
