package api

import (
	"acolhe/models/freight"
	"acolhe/models/types/access"
	"acolhe/web"
)

func (a API) freightRoutes() []web.Route {
	return []web.Route{
		web.POST("/api/v1/freight/quote", web.Can(access.Freight, access.Read), a.quoteFreight).
			Doc("No carrier is built in yet: what is asked for is judged, then the answer is 503 MODULE_DISABLED."),
		web.GET("/api/v1/freight/service-options", web.Can(access.Freight, access.Read), a.listFreightOptions),
		web.GET("/api/v1/freight/default-option", web.Can(access.Freight, access.Read), a.findFavouriteFreight),
		web.PUT("/api/v1/freight/default-option", web.Can("orders", access.Create), a.chooseFavouriteFreight).
			Doc("The key is <provider>:<type or ids>, provider carrier_a or carrier_b. That a carrier offers it now is not asked for."),
	}
}

func (a API) quoteFreight(r *web.Request, input freight.QuoteInput) (freight.Quote, error) {
	return a.Freight.Quote(r.Context(), input)
}

func (a API) listFreightOptions(*web.Request, web.None) ([]freight.ServiceOption, error) {
	return a.Freight.Catalog(), nil
}

func (a API) findFavouriteFreight(r *web.Request, _ web.None) (freight.Favourite, error) {
	return a.Freight.FindFavourite(r.Context())
}

func (a API) chooseFavouriteFreight(r *web.Request, input freight.FavouriteInput) (freight.Favourite, error) {
	return a.Freight.ChooseFavourite(r.Context(), r.By, input)
}
