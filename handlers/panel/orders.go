package panel

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/access"
	"acolhe/models/errs"
	"acolhe/models/orders"
	"acolhe/models/page"
	"acolhe/models/preferences"
	"acolhe/models/settings"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// ordersCrumb leads back to the list.
var ordersCrumb = layouts.Crumb{Label: "Pedidos", Href: "/painel/pedidos"}

func (p Panel) listOrders(r *web.Request) error {
	query := panel.OrderQuery{Words: r.Query("q"), Status: orders.Status(r.Query("situacao")), Page: r.QueryPage()}
	row, err := p.viewsOf(r, "pedidos", query.Filters())
	if err != nil || p.openView(r, row) {
		return err
	}
	// The tabs of the statuses stand for everything but words.
	row.Standing = query.Words == ""
	list, err := p.orderList(r, query)
	if err != nil {
		return err
	}
	list.Views = row
	frame, err := p.frame(r, "Pedidos")
	if err != nil {
		return err
	}
	return r.Render(panel.Orders(frame, list), panel.OrderListFragment, panel.ListViewsFragment, panel.ListExportFragment)
}

// orderList reads the part of the list that is asked for, and what is shown around it.
func (p Panel) orderList(r *web.Request, query panel.OrderQuery) (list panel.OrderList, err error) {
	list = panel.OrderList{Query: query, CanPlace: access.Can(r.By, "orders", access.Create)}
	if list.Counts, err = orders.CountByStatus(r.Context(), p.DB, r.By); err != nil {
		return list, err
	}
	input := orders.ListInput{Window: page.Window{Limit: query.Page.Size, Offset: query.Page.Offset()}, Status: query.Status, Q: query.Words}
	if list.Found, err = orders.List(r.Context(), p.DB, r.By, input); err != nil {
		return list, err
	}
	if query.Words != "" {
		if list.Counted, err = orders.Count(r.Context(), p.DB, r.By, input); err != nil {
			return list, err
		}
	}
	if list.Chosen, err = preferences.Columns(r.Context(), p.DB, r.By, "pedidos"); err != nil {
		return list, err
	}
	location, err := settings.Location(r.Context(), p.DB)
	list.Now = r.Now.In(location)
	return list, err
}

// orderFilters keeps of a query what a view of the order list may hold.
func orderFilters(query url.Values) (url.Values, error) {
	kept := panel.OrderQuery{Words: strings.TrimSpace(query.Get("q")), Status: orders.Status(query.Get("situacao"))}
	if kept.Status != "" && !slices.Contains(orders.Statuses(), kept.Status) {
		return nil, errs.Invalid("situacao", "não é uma situação de pedidos")
	}
	return kept.Filters(), nil
}

func (p Panel) countOrders(r *web.Request, filters url.Values) (page.Counted, error) {
	return orders.Count(r.Context(), p.DB, r.By, orders.ListInput{Q: filters.Get("q"), Status: orders.Status(filters.Get("situacao"))})
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
	pix, err := orders.PayByPix(r.Context(), p.DB, order)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Pedido "+strconv.FormatInt(order.ID, 10), ordersCrumb)
	if err != nil {
		return err
	}
	return r.Render(panel.Order(frame, panel.OrderSheet{Order: order, Totals: order.Totals(), History: history, Pix: pix, Now: r.Now.In(location)}))
}
