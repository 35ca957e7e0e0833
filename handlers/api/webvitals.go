package api

import (
	"acolhe/models/platform/settings"
	"acolhe/models/webvitals"
	"acolhe/web"
)

func (a API) webVitalRoutes() []web.Route {
	const path = "/api/v1/admin/web-vitals"
	return []web.Route{
		web.GET(path+"/summary", web.Administrator(), a.summarizeVitals).
			Doc("Every metric with its percentiles in the period, such as 7d (the default) or 24h, and the thresholds of web.dev."),
		web.GET(path+"/series", web.Administrator(), a.readVitalSeries).
			Doc("By day of the association's time zone, or by hour up to 48h. name is LCP unless told otherwise."),
		web.GET(path+"/by-page", web.Administrator(), a.readVitalPages).Doc("The slowest pages by p75, at most 50. Ids in paths are :id."),
		web.Beacon("/api/v1/web-vitals", web.Public(), a.ingestVitals).RateLimit(webvitals.IngestRule()).
			TakesAny(map[string]any{"reports.web_vitals": &webvitals.IngestInput{}}, oneOrMany).
			Doc("Measurements of the library web-vitals with the path of the page: one, or a list of at most 20, as application/json or text/plain. " +
				"Unknown members are ignored; a later value with the same id replaces the earlier one, and one without an id none."),
	}
}

func (a API) summarizeVitals(r *web.Request, input webvitals.PeriodInput) ([]webvitals.Metric, error) {
	return webvitals.Summarize(r.Context(), a.DB, r.By, input)
}

func (a API) readVitalSeries(r *web.Request, input webvitals.SeriesInput) ([]webvitals.Point, error) {
	zone, err := settings.Location(r.Context(), a.DB)
	if err != nil {
		return nil, err
	}
	return webvitals.ReadSeries(r.Context(), a.DB, r.By, input, zone)
}

func (a API) readVitalPages(r *web.Request, input webvitals.SeriesInput) ([]webvitals.Page, error) {
	return webvitals.ReadPages(r.Context(), a.DB, r.By, input)
}

func (a API) ingestVitals(r *web.Request, inputs []webvitals.IngestInput) (webvitals.Accepted, error) {
	return webvitals.Ingest(r.Context(), a.DB, r.By, inputs)
}
