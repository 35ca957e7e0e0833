package panel

import (
	"net/url"
	"slices"
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
	if !r.IsFragment() {
		if err := p.countViews(r, row); err != nil {
			return err
		}
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
	return r.Render(panel.Orders(frame, list), panel.OrderListFragment, panel.ListViewsFragment)
}

// orderList reads the part of the list that is asked for, and what is shown around it.
func (p Panel) orderList(r *web.Request, query panel.OrderQuery) (list panel.OrderList, err error) {
	list = panel.OrderList{Query: query, CanPlace: access.Can(r.By, "orders", access.Create)}
	if list.Counts, err = orders.CountByStatus(r.Context(), p.DB, r.By); err != nil {
		return list, err
	}
	window := page.Window{Limit: query.Page.Size, Offset: query.Page.Offset()}
	if query.Words != "" {
		// Without words the counts of the tabs tell how many there are.
		window.Count = page.FilterCount
	}
	list.Found, err = orders.List(r.Context(), p.DB, r.By, orders.ListInput{Window: window, Status: query.Status, Q: query.Words})
	if err != nil {
		return list, err
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

func (p Panel) countOrders(r *web.Request, filters url.Values) (int, error) {
	return orders.Count(r.Context(), p.DB, r.By, orders.ListInput{Q: filters.Get("q"), Status: orders.Status(filters.Get("situacao"))})
}
