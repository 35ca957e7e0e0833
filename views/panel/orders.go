package panel

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/orders"
	"acolhe/models/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// OrderListFragment is the part of the order list that a filter replaces.
const OrderListFragment = "lista-pedidos"

// OrderQuery is the state of the order list, all of it in the address.
type OrderQuery struct {
	Words  string
	Status orders.Status
	Page   web.PageQuery
}

// OrderList is the order list.
type OrderList struct {
	Query  OrderQuery
	Found  page.Of[orders.Order]
	Counts map[orders.Status]int
	// Now carries the association's time zone.
	Now      time.Time
	CanPlace bool
}

// here is the address of the list as it is shown.
func (l OrderList) here() ui.Here {
	query := url.Values{}
	for name, value := range map[string]string{"q": l.Query.Words, "situacao": string(l.Query.Status)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if l.Query.Page.Size != page.DefaultPageSize {
		query.Set("por", strconv.Itoa(l.Query.Page.Size))
	}
	if len(query) == 0 {
		return "/painel/pedidos"
	}
	return ui.Here("/painel/pedidos?" + query.Encode())
}

// tabs leads between the statuses, each with how many orders have it.
func (l OrderList) tabs() ui.Tabs {
	all := 0
	tabs := make([]ui.Tab, 0, len(orders.Statuses())+1)
	for _, status := range orders.Statuses() {
		count := l.Counts[status]
		all += count
		tabs = append(tabs, ui.Tab{Label: string(status), Href: l.here().With("situacao", string(status)), Count: &count,
			Current: l.Query.Status == status})
	}
	first := ui.Tab{Label: "Todos", Href: l.here().With("situacao", ""), Count: &all, Current: l.Query.Status == ""}
	return ui.Tabs{Label: "Situação dos pedidos", Tabs: append([]ui.Tab{first}, tabs...)}
}

func (l OrderList) filters() ui.Filters {
	filters := ui.Filters{Action: "/painel/pedidos", Target: OrderListFragment, Label: "Filtrar pedidos",
		Q: l.Query.Words, Placeholder: "Associado, e-mail, prescritor ou número"}
	for name, value := range map[string]string{"situacao": string(l.Query.Status), "por": l.sizeInAddress()} {
		if value != "" {
			filters.Hidden = append(filters.Hidden, ui.Option{Value: name, Label: value})
		}
	}
	return filters
}

func (l OrderList) sizeInAddress() string {
	if l.Query.Page.Size == page.DefaultPageSize {
		return ""
	}
	return strconv.Itoa(l.Query.Page.Size)
}

func (l OrderList) isFiltered() bool { return l.Query.Words != "" || l.Query.Status != "" }

func (l OrderList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: l.total()}
}

// total counts the orders that the filters leave.
func (l OrderList) total() int {
	if counted := l.Found.Meta.FilterCount; counted != nil {
		return *counted
	}
	if l.Query.Status != "" {
		return l.Counts[l.Query.Status]
	}
	total := 0
	for _, count := range l.Counts {
		total += count
	}
	return total
}

// contents says in a line what was ordered.
func contents(order orders.Order) string {
	first := order.Items[0]
	name := first.Name
	if name == "" {
		name = first.Code
	}
	if len(order.Items) == 1 {
		return name
	}
	return name + " e mais " + fmtbr.Plural(len(order.Items)-1, "item", "itens")
}
