package api

import (
	"acolhe/models/orders"
	"acolhe/models/page"
	"acolhe/web"
)

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
