package api

import (
	"acolhe/models/platform/seal"
	"acolhe/web"
)

func (a API) sealRoutes() []web.Route {
	const path = "/api/v1/admin/seal"
	return []web.Route{
		web.GET(path, web.Administrator(), a.showSeal).
			Doc("The certificate that seals new PDFs, to be published or trusted; its private key is never answered."),
		web.PUT(path, web.Administrator(), a.replaceSeal).Doc("New PDFs are sealed with this certificate; sealed ones stay as they are."),
	}
}

func (a API) showSeal(r *web.Request, _ web.None) (seal.Certificate, error) {
	return a.Seal.Certificate(r.Context(), r.By)
}

func (a API) replaceSeal(r *web.Request, input seal.ReplaceInput) (seal.Certificate, error) {
	return a.Seal.Replace(r.Context(), r.By, input)
}
