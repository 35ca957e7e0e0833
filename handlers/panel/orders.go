package panel

import (
	"strconv"

	"acolhe/models/access"
	"acolhe/models/orders"
	"acolhe/models/page"
	"acolhe/models/settings"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// ordersCrumb leads back to the list.
var ordersCrumb = layouts.Crumb{Label: "Pedidos", Href: "/painel/pedidos"}

func (p Panel) listOrders(r *web.Request) error {
	frame, err := p.frame(r, "Pedidos")
	if err != nil {
		return err
	}
	query := panel.OrderQuery{Words: r.Query("q"), Status: orders.Status(r.Query("situacao")), Page: r.QueryPage()}
	counts, err := orders.CountByStatus(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	window := page.Window{Limit: query.Page.Size, Offset: query.Page.Offset()}
	if query.Words != "" {
		// Without words the counts of the tabs tell how many there are.
		window.Count = page.FilterCount
	}
	found, err := orders.List(r.Context(), p.DB, r.By, orders.ListInput{Window: window, Status: query.Status, Q: query.Words})
	if err != nil {
		return err
	}
	location, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	list := panel.OrderList{Query: query, Found: found, Counts: counts, Now: r.Now.In(location),
		CanPlace: access.Can(r.By, "orders", access.Create)}
	return r.Render(panel.Orders(frame, list), panel.OrderListFragment)
}

func (p Panel) showOrder(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	order, err := orders.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	history, err := orders.History(r.Context(), p.DB, order.ID)
	if err != nil {
		return err
	}
	location, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Pedido "+strconv.FormatInt(order.ID, 10), ordersCrumb)
	if err != nil {
		return err
	}
	return r.Render(panel.Order(frame, panel.OrderSheet{Order: order, Totals: order.Totals(), History: history, Now: r.Now.In(location)}))
}
