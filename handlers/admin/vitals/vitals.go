// Package vitals serves the page of how quickly pages load and react.
package vitals

import (
	"slices"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/types/period"
	"acolhe/models/webvitals"
	view "acolhe/views/admin/vitals"
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

// show serves the page; an unknown metric or period in the address is the default.
func (p Pages) show(r *web.Request) error {
	around, err := p.Frame(r, "Desempenho")
	if err != nil {
		return err
	}
	data := view.PageData{Name: webvitals.Name(r.Query("medida")), Period: r.Query("periodo"), Now: around.Now}
	if !slices.Contains(webvitals.Names(), data.Name) {
		data.Name = webvitals.LCP
	}
	if _, known := period.Parse(data.Period, 0); !known || data.Period == "" {
		data.Period = view.DefaultPeriod
	}
	input := webvitals.SeriesInput{PeriodInput: webvitals.PeriodInput{Period: data.Period}, Name: data.Name}
	if data.Metrics, err = webvitals.Summarize(r.Context(), p.DB, r.By, input.PeriodInput); err != nil {
		return err
	}
	if data.Series, err = webvitals.ReadSeries(r.Context(), p.DB, r.By, input, around.Now.Location()); err != nil {
		return err
	}
	if data.Pages, err = webvitals.ReadPages(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	return r.Render(view.Page(around, data))
}
