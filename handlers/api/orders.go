package api

import (
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/web"
)

// Rules that the types of orders cannot express.
const (
	placingRules = "The server computes total = max(0, sum of amount × quantity + freight − discount − sum of custom_payment[].value − " +
		"donation), where freight is delivery_price unless store.freight.apply_to_total is false; the total that is sent, with any decimals, must " +
		"be within 0.01 of it, else it is 400 TOTAL_MISMATCH and nothing is stored. A value of custom_payment below 0 (from -9999999.99) is a " +
		"surcharge and raises the total. An item may have up to 20 further members with plain values, 2 kB in all, which are kept and answered. The " +
		"open reception item of the e-mail is completed. A caller who may not read orders is answered the id alone. With the setting " +
		"prescriptions.rule, meta.warnings says what the prescriptions of the associate do not allow, and with its value block such an order is 409 " +
		"PRESCRIPTION_REQUIRED."
	changingRules = "What is left out stays as it is, null clears. The total is computed again only when items, delivery_price, discount, " +
		"donation or custom_payment change, from what is sent and stored; a total that is sent, with any decimals, must be within 0.01 of it, or " +
		"else of the stored one (400 TOTAL_MISMATCH). Status moves to the next one or to Cancelado, other moves are 409 INVALID_TRANSITION; of an " +
		"order in Entregue or Cancelado only info and tags change, the rest is 409 ORDER_CLOSED. With If-Match, as the ETag of /items/orders/:id " +
		"says, an order that has changed since is 412 PRECONDITION_FAILED. user, user_code and service_user may be sent as they are read. A caller " +
		"who may not read orders is answered the id alone."
)

func (a API) orderRoutes() []web.Route {
	return []web.Route{
		web.GET("/api/v1/orders", web.Can("orders", access.Read), a.listOrders).FromReplica(),
		web.POST("/api/v1/orders", web.Can("orders", access.Create), a.placeOrder).Created().Idempotent().
			Returns(orders.Order{}, web.Deleted{}).Doc(placingRules),
		web.Raw("PATCH", "/api/v1/orders/:id", web.Can("orders", access.Update), a.changeOrder).
			Headers("If-Match").Takes(orders.ChangeInput{}).Returns(orders.Order{}, web.Deleted{}).Doc(changingRules),
		web.GET("/api/v1/orders/by-user/:userCode", web.Can("orders", access.Read), a.listOrdersByUser).FromReplica(),
	}
}

func (a API) listOrders(r *web.Request, input orders.ListInput) (web.Rows[orders.Order], error) {
	selected, err := orders.Select(r.Context(), a.DB, r.By, input)
	return rowsOf[orders.Order](a, r, selected), err
}

// orderMeta names what the prescriptions of the associate do not allow.
type orderMeta struct {
	Warnings []string `json:"warnings"`
}

func (a API) placeOrder(r *web.Request, input orders.PlaceInput) (answer web.WithMeta[any, *orderMeta], err error) {
	if err := r.RefusePreconditions(); err != nil {
		return answer, err
	}
	order, err := doIdempotent(a, r, input, func(tx *db.DB) (orders.Order, error) {
		return orders.Place(r.Context(), tx, r.By, input)
	})
	if err != nil {
		return answer, err
	}
	answer.Data = written(r, "orders", order, web.Deleted{ID: order.ID})
	warnings, err := prescriptions.Warnings(r.Context(), a.DB, r.By, order.Prescribed())
	if len(warnings) > 0 {
		answer.Meta = &orderMeta{warnings}
	}
	return answer, err
}

// changeOrder does the same as PATCH /items/orders/:id.
func (a API) changeOrder(r *web.Request) error { return a.update(r, requestFor(r, "orders")) }

func (a API) listOrdersByUser(r *web.Request, window page.Window) (web.Rows[orders.Order], error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return nil, err
	}
	selected, err := orders.SelectByUser(r.Context(), a.DB, r.By, code, window)
	return rowsOf[orders.Order](a, r, selected), err
}
