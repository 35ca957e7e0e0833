package api

import (
	"acolhe/models/access"
	"acolhe/models/orders"
	"acolhe/models/page"
	"acolhe/web"
)

func (a API) orderRoutes() []web.Route {
	return []web.Route{
		web.GET("/api/v1/orders", web.Can("orders", access.Read), a.listOrders),
		web.POST("/api/v1/orders", web.Can("orders", access.Create), a.placeOrder).Created(),
		web.GET("/api/v1/orders/by-user/:userCode", web.Can("orders", access.Read), a.listOrdersByUser),
	}
}

func (a API) listOrders(r *web.Request, input orders.ListInput) (web.List[orders.Order], error) {
	found, err := orders.List(r.Context(), a.DB, r.By, input)
	return web.ListOf(found), err
}

func (a API) placeOrder(r *web.Request, input orders.PlaceInput) (orders.Order, error) {
	return orders.Place(r.Context(), a.DB, r.By, input, r.Now)
}

func (a API) listOrdersByUser(r *web.Request, window page.Window) (web.List[orders.Order], error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return web.List[orders.Order]{}, err
	}
	found, err := orders.ListByUser(r.Context(), a.DB, r.By, code, window)
	return web.ListOf(found), err
}
