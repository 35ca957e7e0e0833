package panel

import (
	"net/url"

	"acolhe/views/ui"
)

func orderFilters() []listFilter {
	return []listFilter{
		{name: "q", label: "Busca", typed: true},
		{name: "situacao", label: "Situação"},
		{name: "uf", label: "UF"},
		{name: "prescritor", label: "Prescritor", typed: true},
		{name: "etiqueta", label: "Etiqueta", typed: true},
		{name: "de", label: "Criado desde", says: dayWords},
		{name: "ate", label: "Criado até", says: dayWords},
	}
}

// OrderFilterNames lists the filters by their names in the address.
func OrderFilterNames() []string { return filterNames(orderFilters()) }

// OrdersAsked says which filters are on, without what names a person.
func OrdersAsked(filters url.Values) []string { return asked(orderFilters(), filters) }

// IsOrderTab tells filters that are those of a tab that the list brings along.
func IsOrderTab(filters url.Values) bool {
	return len(filters) == 0 || len(filters) == 1 && filters.Has("situacao")
}

// chips says which filters are on, but the search and the status, which field and tabs show.
func (l OrderList) chips() ui.Chips {
	return chipsOf(orderFilters()[2:], l.Query.Filters, l.here(), l.Views.firstPage())
}

func (l OrderList) filterForm() ui.Filters {
	hidden := l.address().besideFilters()
	for _, kept := range []ui.Option{{Value: "situacao", Label: string(l.status())}, {Value: "pagina", Label: l.Views.firstPage()}} {
		if kept.Label != "" {
			hidden = append(hidden, kept)
		}
	}
	return ui.Filters{Action: OrdersPath, Target: OrderListFragment, Label: "Filtrar pedidos",
		Q: l.Query.Filters.Get("q"), Placeholder: "Associado, e-mail, prescritor ou número", Hidden: hidden}
}

// moreFilters counts the filters that are on behind "Mais filtros".
func (l OrderList) moreFilters() int {
	count := 0
	for _, name := range []string{"prescritor", "etiqueta", "de", "ate"} {
		if l.Query.Filters.Has(name) {
			count++
		}
	}
	return count
}

// tagOptions offers the tags of the catalogue, and the one of the filter if it left it.
func (l OrderList) tagOptions() []ui.Option {
	return tagChecks(l.Tags, l.Query.Filters["etiqueta"], "").Options
}

// sumsAddress answers what the orders of the list come to.
func (l OrderList) sumsAddress() string {
	return OrdersPath + "/soma?" + l.Query.Filters.Encode()
}

// sumsTrigger lets a narrowed list be added by itself; all orders are many, and are added for
// who asks.
func (l OrderList) sumsTrigger() string {
	if l.isFiltered() {
		return "load"
	}
	return "click"
}
