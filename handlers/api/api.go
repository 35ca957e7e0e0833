// Package api is the JSON interface under /api/v1: a file per area, a thin handler per
// route. Handlers bind, call one verb and answer; rules and scopes are in the models.
package api

import (
	"acolhe/models/access"
	"acolhe/models/db"
	"acolhe/models/mail"
	"acolhe/web"
)

// API answers the JSON routes.
type API struct {
	DB   *db.DB
	Mail mail.Outbox
}

// Routes is the table of the JSON interface.
func (a API) Routes() []web.Route {
	return []web.Route{
		web.Page("/api/v1/docs", web.Public(), a.showDocs),

		web.POST("/api/v1/auth/login", web.Public(), a.login),
		web.POST("/api/v1/auth/logout", web.Operator(), a.logout),
		web.GET("/api/v1/auth/me", web.Operator(), a.me),

		web.GET("/api/v1/orders", web.Can("orders", access.Read), a.listOrders),
		web.POST("/api/v1/orders", web.Can("orders", access.Create), a.placeOrder).Created(),
		web.GET("/api/v1/orders/by-user/:userCode", web.Can("orders", access.Read), a.listOrdersByUser),

		web.GET("/api/v1/users/code/:userCode", web.Can("users", access.Read), a.showAssociateByCode),
		web.GET("/api/v1/users/search", web.Can("users", access.Read), a.searchAssociates),
		web.POST("/api/v1/users/:id/make-associate", web.Can("users", access.Update), a.makeAssociate),
		web.GET("/api/v1/users/:id/patients", web.Can("users", access.Read), a.listPatients),
		web.POST("/api/v1/users/:id/patients", web.Can("users", access.Update), a.addPatient).Created(),
		web.PATCH("/api/v1/users/:id/patients/:patientId", web.Can("users", access.Update), a.changePatient),
		web.DELETE("/api/v1/users/:id/patients/:patientId", web.Can("users", access.Update), a.removePatient),
		web.POST("/api/v1/users/:id/annotations", web.Can("users", access.Update), a.annotate).Created(),
		web.DELETE("/api/v1/users/:id/annotations/:annotationId", web.Can("users", access.Update), a.removeAnnotation).UUIDs("annotationId"),
	}
}
