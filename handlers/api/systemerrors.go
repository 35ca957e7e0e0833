package api

import (
	"acolhe/models/systemerrors"
	"acolhe/web"
)

func (a API) systemErrorRoutes() []web.Route {
	const path = "/api/v1/admin/system-errors"
	return []web.Route{
		web.GET(path+"/summary", web.Administrator(), a.summarizeErrors).Doc("Open groups, and the events of the last 24 hours and 7 days."),
		web.GET(path+"/top", web.Administrator(), a.topErrors).
			Doc("The groups with the most events in the period, such as 30d (the default) or 24h; at most 100."),
		web.GET(path, web.Administrator(), a.listErrors).Doc("Newest first. The latest 50 events of each group are kept."),
		web.GET(path+"/:errorHash/samples", web.Administrator(), a.listErrorSamples),
		web.POST(path+"/resolve", web.Administrator(), a.resolveError).
			Doc("A fixed group is open again with its next event; an ignored one stays ignored."),
		web.Beacon("/api/v1/system-errors", web.AnyPerson(), a.ingestErrors).RateLimit(systemerrors.IngestRule()).
			Quota(systemerrors.IngestQuota()).
			TakesAny(map[string]any{"reports.system_errors": &systemerrors.IngestInput{}}, oneOrMany).
			Doc("Errors of frontends: one, or a list of at most 20, as application/json or text/plain. Unknown members are ignored, personal data is taken out, " +
				"long texts are cut. level is fatal, error (the default), warning or info; user_code is that of the session."),
	}
}

func (a API) summarizeErrors(r *web.Request, _ web.None) (systemerrors.Summary, error) {
	return systemerrors.Summarize(r.Context(), a.DB, r.By)
}

func (a API) topErrors(r *web.Request, input systemerrors.TopInput) ([]systemerrors.Group, error) {
	return systemerrors.Top(r.Context(), a.DB, r.By, input)
}

func (a API) listErrors(r *web.Request, input systemerrors.EventsInput) (web.Rows[systemerrors.Sample], error) {
	selected, err := systemerrors.SelectEvents(r.Context(), a.DB, r.By, input)
	return rowsOf[systemerrors.Sample](a, r, selected), err
}

func (a API) listErrorSamples(r *web.Request, input systemerrors.SamplesInput) (web.Rows[systemerrors.Sample], error) {
	selected, err := systemerrors.SelectSamples(r.Context(), a.DB, r.By, r.Param("errorHash"), input)
	return rowsOf[systemerrors.Sample](a, r, selected), err
}

func (a API) resolveError(r *web.Request, input systemerrors.ResolveInput) (systemerrors.Group, error) {
	group, _, err := systemerrors.Resolve(r.Context(), a.DB, r.By, input)
	return group, err
}

func (a API) ingestErrors(r *web.Request, inputs []systemerrors.IngestInput) (systemerrors.Accepted, error) {
	return systemerrors.Ingest(r.Context(), a.DB, r.By, inputs)
}
