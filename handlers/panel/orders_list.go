package panel

import (
	"net/url"

	"acolhe/models/orders"
	"acolhe/models/platform/preferences"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// ordersCrumb leads back to the list.
var ordersCrumb = layouts.Crumb{Label: "Pedidos", Href: "/painel/pedidos"}

func (p Panel) listOrders(r *web.Request) error {
	query, err := orderQuery(r)
	if err != nil {
		return err
	}
	row, err := p.viewsOf(r, "pedidos", query.Filters)
	if err != nil || p.openView(r, row) {
		return err
	}
	row.Sort, row.Standing = string(query.Sort), panel.IsOrderTab(query.Filters)
	list, err := p.orderList(r, query)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Pedidos")
	if err != nil {
		return err
	}
	list.Views, list.Now = row, frame.Now
	return r.Render(panel.Orders(frame, list), panel.OrderListFragment, panel.ListViewsFragment, panel.ListExportFragment)
}

// sumOrders answers what the orders of the list come to, after the list.
func (p Panel) sumOrders(r *web.Request) error {
	query, err := orderQuery(r)
	if err != nil {
		return err
	}
	sums, err := orders.Sum(r.Context(), p.DB, r.By, orderInput(query.Filters))
	if err != nil {
		return err
	}
	return r.Render(panel.OrderSums(sums))
}

func orderQuery(r *web.Request) (panel.OrderQuery, error) {
	filters, err := orderFilters(r.RawQuery())
	return panel.OrderQuery{Filters: filters, Sort: orders.Sort(r.Query("ordem")), Page: r.QueryPage()}, err
}

// orderList reads the part of the list that is asked for, and what is shown around it.
func (p Panel) orderList(r *web.Request, query panel.OrderQuery) (list panel.OrderList, err error) {
	list = panel.OrderList{Query: query, CanPlace: access.Can(r.By, "orders", access.Create)}
	if list.Counts, err = orders.CountByStatus(r.Context(), p.DB, r.By); err != nil {
		return list, err
	}
	input := orderInput(query.Filters)
	input.Sort, input.Window = query.Sort, page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset()}
	if list.Found, err = orders.List(r.Context(), p.DB, r.By, input); err != nil {
		return list, err
	}
	if !panel.IsOrderTab(query.Filters) {
		if list.Counted, err = orders.Count(r.Context(), p.DB, r.By, input); err != nil {
			return list, err
		}
	}
	if r.Query("soma") != "" {
		// Without scripts the sum is a link to the list with it.
		sums, err := orders.Sum(r.Context(), p.DB, r.By, input)
		if err != nil {
			return list, err
		}
		list.Sums = &sums
	}
	if list.Chosen, err = preferences.Columns(r.Context(), p.DB, r.By, "pedidos"); err != nil {
		return list, err
	}
	list.Tags, err = tags.Offered(r.Context(), p.DB, "orders")
	return list, err
}

// orderFilters keeps of a query what a view of the order list may hold.
func orderFilters(query string) (url.Values, error) {
	kept, err := keptOf(query, panel.OrderFilterNames())
	if err != nil {
		return nil, err
	}
	return kept, orderInput(kept).Check()
}

// orderInput is the query of the filters, which orderFilters has seen.
func orderInput(filters url.Values) orders.ListInput {
	return orders.ListInput{
		Q: filters.Get("q"), Status: orders.Status(filters.Get("situacao")),
		Filter: orders.Filter{
			Prescriber: filters.Get("prescritor"), Tag: filters.Get("etiqueta"), State: filters.Get("uf"),
			From: filters.Get("de"), To: filters.Get("ate"),
		},
	}
}

func (p Panel) countOrders(r *web.Request, filters url.Values) (page.Counted, error) {
	return orders.Count(r.Context(), p.DB, r.By, orderInput(filters))
}
