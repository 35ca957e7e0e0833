package api

import (
	"acolhe/models/search"
	"acolhe/web"
)

func (a API) searchRoutes() []web.Route {
	return []web.Route{web.GET("/api/v1/search", web.OperatorOrToken(), a.search)}
}

func (a API) search(r *web.Request, input search.Input) (search.Results, error) {
	return search.Everywhere(r.Context(), a.DB, r.By, input)
}
