package api

import (
	"acolhe/models/externalservices"
	"acolhe/web"
)

func (a API) externalServiceRoutes() []web.Route {
	const path = "/api/v1/admin/external-services"
	return []web.Route{
		web.GET(path, web.Administrator(), a.listServicesOutside),
		web.PATCH(path+"/:service", web.Administrator(), a.changeServiceOutside).
			Doc("A flag that is null has the value of the environment (CARRIER_A_ENABLED), else false."),
		web.GET(path+"/:service/credentials", web.Administrator(), a.listCredentials).Doc("Values are never answered."),
		web.PUT(path+"/:service/credentials", web.Administrator(), a.saveCredentials).
			Doc("Omitted fields and empty secrets stay; another empty field loses its stored value. If a check of the test fails, nothing is stored: " +
				"422 CREDENTIAL_INVALID, then CREDENTIAL_CHECK_FAILED for each failed check."),
		web.POST(path+"/:service/test", web.Administrator(), a.testServiceOutside).Doc("A failed check is a 200 with ok false."),
		web.DELETE(path+"/:service/credentials/:fieldKey", web.Administrator(), a.removeCredential).Doc("The environment's value applies again."),
	}
}

func serviceOf(r *web.Request) externalservices.Name {
	return externalservices.Name(r.Param("service"))
}

func (a API) listServicesOutside(r *web.Request, _ web.None) ([]externalservices.Status, error) {
	return a.Services.List(r.Context(), r.By)
}

func (a API) changeServiceOutside(r *web.Request, input externalservices.ChangeInput) (externalservices.Status, error) {
	input.Service = serviceOf(r)
	return a.Services.Change(r.Context(), r.By, input)
}

func (a API) listCredentials(r *web.Request, _ web.None) ([]externalservices.CredentialDetail, error) {
	return a.Services.Credentials(r.Context(), r.By, serviceOf(r))
}

func (a API) saveCredentials(r *web.Request, input externalservices.SaveInput) (externalservices.Saved, error) {
	input.Service = serviceOf(r)
	return a.Services.Save(r.Context(), r.By, input)
}

func (a API) testServiceOutside(r *web.Request, _ web.None) (externalservices.Test, error) {
	return a.Services.RunTest(r.Context(), r.By, serviceOf(r))
}

func (a API) removeCredential(r *web.Request, _ web.None) ([]externalservices.CredentialDetail, error) {
	return a.Services.Remove(r.Context(), r.By, serviceOf(r), r.Param("fieldKey"))
}
