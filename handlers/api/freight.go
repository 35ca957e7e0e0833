package api

import (
	"acolhe/models/freight"
	"acolhe/models/types/access"
	"acolhe/web"
)

func (a API) freightRoutes() []web.Route {
	return []web.Route{
		web.POST("/api/v1/freight/quote", web.Can(access.Freight, access.Read), a.quoteFreight).
			Doc("Asks all carriers used for quotes at the same time; a carrier's answer holds for 15 minutes. meta.failed names the carriers without an answer. " +
				"All units are packed into one box: as long and wide as the largest unit, as high as their volume needs. 503 CONFIG_INCOMPLETE names the missing settings."),
		web.GET("/api/v1/freight/service-options", web.Can(access.Freight, access.Read), a.listFreightOptions),
		web.GET("/api/v1/freight/default-option", web.Can(access.Freight, access.Read), a.findFavouriteFreight),
		web.PUT("/api/v1/freight/default-option", web.Can("orders", access.Create), a.chooseFavouriteFreight).
			Doc("The key is <provider>:<type or ids>, provider carrier_a or carrier_b. That a carrier offers it now is not asked for."),
	}
}

func (a API) quoteFreight(r *web.Request, input freight.QuoteInput) (web.WithMeta[freight.Quote, freight.QuoteMeta], error) {
	quote, meta, err := a.Freight.Quote(r.Context(), r.Now, input)
	return web.WithMeta[freight.Quote, freight.QuoteMeta]{Data: quote, Meta: meta}, err
}

func (a API) listFreightOptions(r *web.Request, _ web.None) ([]freight.ServiceOption, error) {
	return a.Freight.Catalog(r.Context())
}

func (a API) findFavouriteFreight(r *web.Request, _ web.None) (freight.DefaultOption, error) {
	return a.Freight.FindDefaultOption(r.Context())
}

func (a API) chooseFavouriteFreight(r *web.Request, input freight.DefaultOptionInput) (freight.DefaultOption, error) {
	return a.Freight.ChooseDefaultOption(r.Context(), r.By, input)
}
