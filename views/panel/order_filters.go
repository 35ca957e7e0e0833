package panel

import (
	"net/url"

	"acolhe/views/ui"
)

func orderListFilters() []listFilter {
	return []listFilter{
		{"q", "Busca", nil},
		{"situacao", "Situação", nil},
		{"uf", "UF", nil},
		{"prescritor", "Prescritor", nil},
		{"etiqueta", "Etiqueta", nil},
		{"de", "Criado desde", dayWords},
		{"ate", "Criado até", dayWords},
	}
}

// OrderFilterNames lists the filters by their names in the address.
func OrderFilterNames() []string {
	var names []string
	for _, filter := range orderListFilters() {
		names = append(names, filter.name)
	}
	return names
}

// IsOrderTab tells filters that are those of a tab that the list brings along.
func IsOrderTab(filters url.Values) bool {
	return len(filters) == 0 || len(filters) == 1 && filters.Has("situacao")
}

// chips says which filters are on, but the search and the status, which field and tabs show.
func (l OrderList) chips() ui.Chips {
	chips := ui.Chips{Clear: l.withoutFilters()}
	for _, filter := range orderListFilters()[2:] {
		value := l.Query.Filters.Get(filter.name)
		if value == "" {
			continue
		}
		chip := ui.Chip{Label: filter.label, Value: value, Href: l.here().With(filter.name, "", "pagina", l.Views.firstPage())}
		if filter.says != nil {
			chip.Value = filter.says(value)
		}
		chips.Chips = append(chips.Chips, chip)
	}
	return chips
}

// withoutFilters is the list with its order and size alone.
func (l OrderList) withoutFilters() string {
	pairs := []string{"visao", ""}
	for name := range l.Query.Filters {
		pairs = append(pairs, name, "")
	}
	return l.here().With(pairs...)
}

func (l OrderList) filterForm() ui.Filters {
	hidden := l.besideFilters()
	for name, value := range map[string]string{"situacao": string(l.status()), "pagina": l.Views.firstPage()} {
		if value != "" {
			hidden = append(hidden, ui.Option{Value: name, Label: value})
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
