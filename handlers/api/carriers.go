package api

import (
	"slices"
	"strings"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/freight/melhorenvio"
	"acolhe/models/parcels"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/web"
)

func (a API) carrierRoutes() []web.Route {
	const loggi, me = "/api/v1/modules/carrier_a", "/api/v1/modules/carrier_b"
	quote, labels := web.Can(access.Freight, access.Read), web.Can("orders", access.Update)
	return slices.Concat(a.whileReady(externalservices.CarrierA, []web.Route{
		web.POST(loggi+"/quote-freight", quote, a.quoteLoggi).Doc("The carrier alone, without the cache of /freight/quote."),
		web.GET(loggi+"/service-options", quote, a.listLoggiOptions),
		web.POST(loggi+"/create-label", labels, a.createLoggiLabel).Doc(labelDoc),
		web.POST(loggi+"/create", labels, a.createLoggi).Doc("Historical alias of create-label."),
		web.POST(loggi+"/create-delivery", labels, a.createLoggiDelivery).Doc("Historical alias of create-label."),
		web.POST(loggi+"/cancel", labels, a.cancelLoggiPackage).Doc("A warning says that the carrier does not promise the cancellation."),
		web.POST(loggi+"/packages", labels, a.trackLoggiPackages).Doc("Unknown packages are left out."),
	}), a.whileReady(externalservices.CarrierB, []web.Route{
		web.POST(me+"/quote", quote, a.quoteMelhorEnvio).Doc("The carrier alone, without the cache of /freight/quote."),
		web.POST(me+"/correios-quote", quote, a.quoteCorreios).Doc("Historical alias of quote."),
		web.GET(me+"/companies", quote, a.listCarrierCompanies),
		web.GET(me+"/services", quote, a.listCarrierServices),
		web.GET(me+"/service-options", quote, a.listMelhorEnvioOptions),
		web.POST(me+"/create-label", labels, a.createMelhorEnvioLabel).Doc(labelDoc),
		web.POST(me+"/create", labels, a.createMelhorEnvio).Doc("Historical alias of create-label."),
		web.POST(me+"/create-delivery", labels, a.createMelhorEnvioDelivery).Doc("Historical alias of create-label."),
	}), []web.Route{
		web.Page(me+"/oauth/authorize", web.Administrator(), a.startAuthorization),
		web.Page(OAuthCallback, web.Administrator(), a.endAuthorization),
		web.GET(me+"/oauth/status", web.Administrator(), a.showAuthorization),
		web.POST(loggi+"/test", web.Administrator(), a.testLoggi).Doc(testDoc),
		web.POST(me+"/test", web.Administrator(), a.testMelhorEnvio).Doc(testDoc),
	})
}

// whileReady makes the routes 503 MODULE_DISABLED while the carrier is off, and CREDENTIAL_MISSING while it lacks a credential.
func (a API) whileReady(carrier externalservices.Name, routes []web.Route) []web.Route {
	for i, route := range routes {
		routes[i] = route.Requires(func(r *web.Request) error { return a.Freight.Ready(r.Context(), carrier) })
	}
	return routes
}

const testDoc = "Tests the credentials in use and keeps the result. A failed check is a 200 with ok false."
const labelDoc = "Asks for the label of an order whose freight option is of this carrier. A job buys it; state is how far it is. " +
	"Without a price the label may cost what the option does."

// OAuthCallback is the path to which Melhor Envio leads back; its full address must be registered there.
const OAuthCallback = "/api/v1/modules/carrier_b/oauth/callback"

func (a API) quoteLoggi(r *web.Request, input freight.QuoteInput) (freight.DirectQuote, error) {
	return a.Freight.QuoteWith(r.Context(), externalservices.CarrierA, input)
}

func (a API) quoteMelhorEnvio(r *web.Request, input freight.QuoteInput) (freight.DirectQuote, error) {
	return a.Freight.QuoteWith(r.Context(), externalservices.CarrierB, input)
}

func (a API) quoteCorreios(r *web.Request, input freight.QuoteInput) (freight.DirectQuote, error) {
	return a.quoteMelhorEnvio(r, input)
}

func (a API) listLoggiOptions(r *web.Request, _ web.None) ([]freight.ServiceOption, error) {
	return a.Freight.CatalogOf(r.Context(), externalservices.CarrierA)
}

func (a API) listMelhorEnvioOptions(r *web.Request, _ web.None) ([]freight.ServiceOption, error) {
	return a.Freight.CatalogOf(r.Context(), externalservices.CarrierB)
}

func (a API) createLoggiLabel(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	input.Provider = externalservices.CarrierA
	return a.Parcels.Request(r.Context(), r.By, input)
}

func (a API) createMelhorEnvioLabel(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	input.Provider = externalservices.CarrierB
	return a.Parcels.Request(r.Context(), r.By, input)
}

func (a API) createLoggi(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	return a.createLoggiLabel(r, input)
}

func (a API) createLoggiDelivery(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	return a.createLoggiLabel(r, input)
}

func (a API) createMelhorEnvio(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	return a.createMelhorEnvioLabel(r, input)
}

func (a API) createMelhorEnvioDelivery(r *web.Request, input parcels.RequestInput) (parcels.Parcel, error) {
	return a.createMelhorEnvioLabel(r, input)
}

func (a API) cancelLoggiPackage(r *web.Request, input freight.CancelInput) (freight.Cancellation, error) {
	return a.Freight.Cancel(r.Context(), externalservices.CarrierA, input)
}

func (a API) trackLoggiPackages(r *web.Request, input freight.TrackInput) ([]freight.Tracking, error) {
	return a.Freight.Track(r.Context(), externalservices.CarrierA, input)
}

func (a API) testLoggi(r *web.Request, _ web.None) (externalservices.Test, error) {
	return a.Services.RunTest(r.Context(), r.By, externalservices.CarrierA)
}

func (a API) testMelhorEnvio(r *web.Request, _ web.None) (externalservices.Test, error) {
	return a.Services.RunTest(r.Context(), r.By, externalservices.CarrierB)
}

func (a API) listCarrierCompanies(r *web.Request, _ web.None) ([]melhorenvio.Company, error) {
	return a.MelhorEnvio.Companies(r.Context())
}

func (a API) listCarrierServices(r *web.Request, _ web.None) ([]melhorenvio.Offer, error) {
	return a.MelhorEnvio.Offers(r.Context())
}

func (a API) callback() string { return a.BaseURL.JoinPath(OAuthCallback).String() }

// servicesPage is where a person connects accounts.
const servicesPage = "/admin/servicos/carrier_b"

// startAuthorization leads to the carrier. A browser is led back with a notice if that cannot be; a script gets the reason.
func (a API) startAuthorization(r *web.Request) error {
	isBrowser := strings.Contains(r.Header("Accept"), "text/html")
	if err := a.Freight.Ready(r.Context(), externalservices.CarrierB); err != nil && !isBrowser {
		return err
	}
	address, err := a.MelhorEnvio.Authorize(r.Context(), r.By, a.callback())
	switch {
	case err == nil:
		return r.Redirect(address)
	case isBrowser:
		return a.backToServices(r, err)
	}
	return err
}

func (a API) endAuthorization(r *web.Request) error {
	answer := melhorenvio.Callback{State: r.Query("state"), Code: r.Query("code"), Error: r.Query("error")}
	return a.backToServices(r, a.MelhorEnvio.CompleteAuthorization(r.Context(), r.By, a.callback(), answer))
}

// backToServices leads a person back to the page with the result.
func (a API) backToServices(r *web.Request, err error) error {
	refused := errs.As(err)
	switch {
	case err == nil:
		r.Notify("Conta conectada.")
	case refused == nil:
		return err
	case len(refused.Fields) > 0:
		r.Notify(refused.Fields[0].Message)
	default:
		r.Notify(refused.Message)
	}
	return r.Redirect(servicesPage)
}

func (a API) showAuthorization(r *web.Request, _ web.None) (externalservices.OAuthStatus, error) {
	status, err := a.Services.Find(r.Context(), r.By, externalservices.CarrierB)
	if err != nil {
		return externalservices.OAuthStatus{}, err
	}
	return *status.OAuth, nil
}
