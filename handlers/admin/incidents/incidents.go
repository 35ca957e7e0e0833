// Package incidents serves the pages of administrators on incidents with personal data.
package incidents

import (
	"cmp"
	"context"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/incidents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/incidents"
	"acolhe/views/admin/privacy"
	"acolhe/views/layouts"
	"acolhe/views/paper"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Desk  incidents.Desk
}

var (
	crumb = layouts.Crumb{Label: "Privacidade", Href: privacy.Path}
	page  = layouts.Crumb{Label: "Incidentes", Href: view.Path}
)

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.NewPath, web.Administrator(), p.askNew),
		web.Form(view.NewPath, web.Administrator(), p.open),
		web.Page(view.ShownPath, web.Administrator(), p.show),
		web.Form(view.StopPath, web.Administrator(), p.stop),
		web.Form(view.HappenPath, web.Administrator(), p.happen),
		web.Form(view.SearchPath, web.Administrator(), p.search),
		web.Page(view.AddPath, web.Administrator(), p.askAdd),
		web.Form(view.AddPath, web.Administrator(), p.add),
		web.Form(view.PeoplePath, web.Administrator(), p.confirm),
		web.Form(view.LetterPath, web.Administrator(), p.write),
		web.Form(view.PostedPath, web.Administrator(), p.markPosted),
		web.Form(view.AuthorityPath, web.Administrator(), p.inform),
		web.Form(view.ClosePath, web.Administrator(), p.close),
		web.Page(view.DismissPath, web.Administrator(), p.askDismiss),
		web.Form(view.DismissPath, web.Administrator(), p.dismiss),
		web.Page(view.ReportPath, web.Administrator(), p.report).Expensive(),
	}
}

const (
	mostListed = 100
	// mostPeople is the number of persons that a page shows; the report has all of them as a number.
	mostPeople = 500
	mostEvents = 200
)

var states = map[string]incidents.State{"encerrados": incidents.Closed, "nao-eram": incidents.Dismissed}

func (p Pages) list(r *web.Request) (err error) {
	data := view.ListData{State: cmp.Or(states[r.Query("situacao")], incidents.Open), Clocks: map[int64]incidents.Clock{}}
	if data.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	if data.Counts, err = p.Desk.Counts(r.Context(), r.By); err != nil {
		return err
	}
	if data.Incidents, err = p.Desk.List(r.Context(), r.By, data.State, mostListed); err != nil {
		return err
	}
	for _, incident := range data.Incidents {
		if data.Clocks[incident.ID], err = p.Desk.Clock(r.Context(), incident, civil.Of(r.Now.In(data.Zone))); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, "Incidentes", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, data))
}

func (p Pages) askNew(r *web.Request) error { return p.renderNew(r, view.Form{}) }

func (p Pages) renderNew(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	around, err := p.Frame(r, "Abrir incidente", crumb, page)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.NewPage(around, form))
}

func (p Pages) open(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input incidents.OpenInput
	var opened incidents.Incident
	if err = posted.Bind(&input); err == nil {
		opened, err = p.Desk.Open(r.Context(), r.By, input)
	}
	if err != nil {
		return p.renderNew(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Incidente aberto. O relógio já corre.")
	return r.Redirect(view.At(view.ShownPath, opened.ID))
}

func (p Pages) show(r *web.Request) error { return p.renderShown(r, view.Form{}) }

func (p Pages) renderShown(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	shown, err := p.read(r)
	if err != nil {
		return err
	}
	shown.Form = form
	r.ShowsPeople(len(shown.People))
	around, err := p.Frame(r, shown.Number(), crumb, page)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	if form.Refused != nil {
		return r.RenderForm(form.Refused, view.ShownPage(around, shown))
	}
	return r.Render(view.ShownPage(around, shown), view.LettersPart)
}

// read reads the incident of the address with all that its page shows.
func (p Pages) read(r *web.Request) (shown view.Shown, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return shown, err
	}
	ctx := r.Context()
	if shown.Incident, err = p.Desk.Find(ctx, r.By, id); err != nil {
		return shown, err
	}
	if shown.Zone, err = settings.Location(ctx, p.DB); err != nil {
		return shown, err
	}
	if shown.Clock, err = p.Desk.Clock(ctx, shown.Incident, civil.Of(r.Now.In(shown.Zone))); err != nil {
		return shown, err
	}
	if shown.People, err = p.Desk.People(ctx, r.By, id, mostPeople); err != nil {
		return shown, err
	}
	if shown.Gravity, err = p.Desk.ReadGravity(ctx, id); err != nil {
		return shown, err
	}
	if shown.Progress, err = p.Desk.ReadProgress(ctx, id); err != nil {
		return shown, err
	}
	if shown.Events, err = p.Desk.Events(ctx, r.By, id, mostEvents); err != nil {
		return shown, err
	}
	return shown, p.addViewers(ctx, &shown)
}

// addViewers adds the operators and tokens whom a search may name.
func (p Pages) addViewers(ctx context.Context, shown *view.Shown) error {
	viewers, err := p.Desk.Viewers(ctx)
	for _, viewer := range viewers {
		shown.Viewers = append(shown.Viewers, view.Viewer(viewer.Kind, viewer.ID, viewer.Name))
	}
	return err
}

func (p Pages) report(r *web.Request) error {
	shown, err := p.read(r)
	if err != nil {
		return err
	}
	r.ShowsPeople(shown.Gravity.People)
	return serve.IncidentReport(r, p.DB, paper.IncidentReport{Incident: shown.Incident, Gravity: shown.Gravity, Progress: shown.Progress,
		Events: shown.Events, Zone: shown.Zone})
}
