package api

import (
	"acolhe/models/platform/items"
	"acolhe/models/samples"
	"acolhe/web"
)

func (a API) administrationRoutes() []web.Route {
	const path = "/api/v1/admin/sample-data"
	return []web.Route{
		web.GET("/api/v1/admin/schema", web.Administrator(), a.describeSchema).
			Doc("The collections with their columns, what each role may do, and the foreign keys between them."),
		web.GET(path, web.Administrator(), a.countSamples).Doc("Counts the rows with is_sample true."),
		web.DELETE(path, web.Administrator(), a.removeSamples).
			Doc("Removes the sample rows alone, all or none: 409 SAMPLE_DATA_BLOCKED if real rows refer to them, with an error for each kind of such rows."),
	}
}

func (a API) describeSchema(r *web.Request, _ web.None) (items.Schema, error) {
	return a.Items.Schema(r.Context(), r.By)
}

func (a API) countSamples(r *web.Request, _ web.None) (samples.Counts, error) {
	return a.Samples.Count(r.Context(), r.By)
}

func (a API) removeSamples(r *web.Request, _ web.None) (samples.Removal, error) {
	return a.Samples.Remove(r.Context(), r.By)
}
