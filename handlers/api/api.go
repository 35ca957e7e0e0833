// Package api is the JSON interface under /api/v1: a file per area, a thin handler per
// route. Handlers bind, call one verb and answer; rules and scopes are in the models.
package api

import (
	"net/url"

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
	// BaseURL is the public address that links begin with.
	BaseURL *url.URL
}

// Routes is the table of the JSON interface.
func (a API) Routes() []web.Route {
	return append([]web.Route{
		web.Page("/api/v1/docs", web.Public(), a.showDocs),

		web.POST("/api/v1/auth/login", web.Public(), a.login).Limited(),
		web.POST("/api/v1/auth/logout", web.Operator(), a.logout),
		web.GET("/api/v1/auth/me", web.Operator(), a.me),

		web.POST("/api/v1/auth/associate/login", web.Public(), a.loginAssociate).Limited(),
		web.POST("/api/v1/auth/associate/logout", web.Associate(), a.logoutAssociate),
		web.GET("/api/v1/auth/associate/me", web.Associate(), a.showAssociate),
		web.GET("/api/v1/auth/tokens", web.Administrator(), a.listTokens),
		web.POST("/api/v1/auth/tokens", web.Administrator(), a.issueToken).Created(),
		web.DELETE("/api/v1/auth/tokens/:id", web.Administrator(), a.revokeToken),
		web.GET("/api/v1/admin/roles", web.Administrator(), a.listRoles),
		web.GET("/api/v1/system-users", web.Can("system_users", access.Read), a.listOperators),
		web.POST("/api/v1/system-users", web.Administrator(), a.createOperator).Created(),
		web.GET("/api/v1/system-users/:id", web.Can("system_users", access.Read), a.findOperator),
		web.PATCH("/api/v1/system-users/:id", web.Administrator(), a.changeOperator),
		web.DELETE("/api/v1/system-users/:id", web.Administrator(), a.removeOperator),
		web.POST("/api/v1/system-users/:id/resend-invite", web.Administrator(), a.resendInvite),

		web.GET("/api/v1/orders", web.Can("orders", access.Read), a.listOrders),
		web.POST("/api/v1/orders", web.Can("orders", access.Create), a.placeOrder).Created(),
		web.GET("/api/v1/orders/by-user/:userCode", web.Can("orders", access.Read), a.listOrdersByUser),
	}, a.itemRoutes()...)
}
