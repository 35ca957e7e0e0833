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
		web.Raw("PATCH", "/api/v1/orders/:id", web.Can("orders", access.Update), a.changeOrder).
			Headers("If-Match").Takes(orders.ChangeInput{}).Gives(orders.Order{}, web.Deleted{}),
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

// changeOrder is what a PATCH of /items/orders/:id is.
func (a API) changeOrder(r *web.Request) error { return a.update(r, of(r, "orders")) }

func (a API) listOrdersByUser(r *web.Request, window page.Window) (web.List[orders.Order], error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return web.List[orders.Order]{}, err
	}
	found, err := orders.ListByUser(r.Context(), a.DB, r.By, code, window)
	return web.ListOf(found), err
}
