package panel

import (
	"net/url"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// OrderListFragment is the part of the order list that a filter replaces.
const OrderListFragment = "lista-pedidos"

// orderColumnsID is the chooser of the columns.
const orderColumnsID = "colunas-pedidos"

// OrdersPath is the address of the list.
const OrdersPath = "/painel/pedidos"

// OrderQuery is the state of the order list, all of it in the address.
type OrderQuery struct {
	// Filters holds the filters that are on, by their names in the address.
	Filters url.Values
	Sort    orders.Sort
	Page    web.PageQuery
}

// OrderList is the order list.
type OrderList struct {
	Query OrderQuery
	Found page.Of[orders.Order]
	// Counts is how many there are of each status, Counted how many the other filters leave.
	Counts  map[orders.Status]int
	Counted page.Counted
	Views   ListViews
	// Tags are the names that a filter can be chosen from.
	Tags []string
	// Sums is what the orders come to, once it was asked for.
	Sums *orders.Sums
	// Chosen names the columns that the person wants; none means those that the list comes with.
	Chosen []string
	// Now carries the association's time zone.
	Now      time.Time
	CanPlace bool
}

func (l OrderList) address() listAddress {
	return listAddress{OrdersPath, l.Query.Filters, string(l.Query.Sort), l.Query.Page, l.Views}
}

// here is the address of the list as it is shown.
func (l OrderList) here() ui.Here { return l.address().here() }

// statusTabs leads between the statuses, each with how many orders have it.
func (l OrderList) statusTabs() []ui.Tab {
	all := 0
	tabs := make([]ui.Tab, 0, len(orders.Statuses())+1)
	for _, status := range orders.Statuses() {
		count := l.Counts[status]
		all += count
		tabs = append(tabs, ui.Tab{Label: string(status), Href: l.here().With("situacao", string(status), "visao", ""), Count: &count,
			Current: l.Views.Current == nil && l.status() == status})
	}
	first := ui.Tab{Label: "Todos", Href: l.here().With("situacao", "", "visao", ""), Count: &all, Current: l.Views.Current == nil && l.status() == ""}
	return append([]ui.Tab{first}, tabs...)
}

func (l OrderList) status() orders.Status { return orders.Status(l.Query.Filters.Get("situacao")) }

func (l OrderList) isFiltered() bool { return len(l.Query.Filters) > 0 }

func (l OrderList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size,
		Total: l.total(), More: l.Counted.More, Shown: len(l.Found.Items)}
}

// total counts the orders that the filters leave.
func (l OrderList) total() int {
	if !IsOrderTab(l.Query.Filters) {
		return l.Counted.Rows
	}
	if l.status() != "" {
		return l.Counts[l.status()]
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

// OrderColumns names the columns of the list that can be chosen.
func OrderColumns() []string { return orderColumns().names() }

// columns are those that the list shows, in their order.
func (l OrderList) columns() columns[orders.Order] { return orderColumns().shown(l.Chosen) }

func (l OrderList) columnChooser() ui.ColumnChooser {
	chooser := orderColumns().chooser(l.Chosen)
	chooser.ID, chooser.List, chooser.Back = orderColumnsID, "pedidos", string(l.here())
	return chooser
}

func cityOf(order orders.Order) string {
	if order.Address == nil || order.Address.City == "" {
		return ""
	}
	return strings.TrimSuffix(order.Address.City+"/"+order.Address.State, "/")
}

func tagsOf(order orders.Order) string { return strings.Join(order.Tags, ", ") }
