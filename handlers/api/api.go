// Package api is the JSON interface under /api/v1: a file per area, a thin handler per
// route. Handlers bind, call one verb and answer; rules and scopes are in the models.
package api

import (
	"slices"

	"acolhe/models/access"
	"acolhe/models/db"
	"acolhe/models/items"
	"acolhe/models/mail"
	"acolhe/web"
)

// API answers the JSON routes.
type API struct {
	DB   *db.DB
	Mail mail.Outbox
	// Items answers for the generic collections.
	Items *items.Engine
}

// Routes is the table of the JSON interface.
func (a API) Routes() []web.Route {
	return slices.Concat([]web.Route{
		web.Page("/api/v1/docs", web.Public(), a.showDocs),

		web.POST("/api/v1/auth/login", web.Public(), a.login),
		web.POST("/api/v1/auth/logout", web.Operator(), a.logout),
		web.GET("/api/v1/auth/me", web.Operator(), a.me),

		web.GET("/api/v1/orders", web.Can("orders", access.Read), a.listOrders),
		web.POST("/api/v1/orders", web.Can("orders", access.Create), a.placeOrder).Created(),
		web.GET("/api/v1/orders/by-user/:userCode", web.Can("orders", access.Read), a.listOrdersByUser),
	}, a.associateRoutes(), a.itemRoutes())
}
