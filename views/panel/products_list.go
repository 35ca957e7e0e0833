package panel

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"acolhe/models/products"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// ProductsPath is the address of the list of products.
const ProductsPath = "/painel/produtos"

// ProductListFragment is the part of the list of products that a filter replaces.
const ProductListFragment = "lista-produtos"

// productColumnsID is the chooser of the columns.
const productColumnsID = "colunas-produtos"

// ProductQuery is the state of the list, all of it in the address.
type ProductQuery struct {
	// Filters holds the filters that are on, by their names in the address.
	Filters url.Values
	Sort    products.Sort
	Page    web.PageQuery
}

// ProductFilterNames lists the filters by their names in the address.
func ProductFilterNames() []string { return []string{"q", "situacao", "etiqueta"} }

// ProductList is the list of products.
type ProductList struct {
	Query ProductQuery
	Found page.Of[products.Product]
	Views ListViews
	// Counts are those of all products by whether they are sold, "" for all.
	Counts map[products.Selling]int
	// Tags are the names that a tag can be chosen from.
	Tags []string
	// Chosen names the columns that the person wants; none means those that the list comes with.
	Chosen []string
	// Now carries the association's time zone.
	Now    time.Time
	CanAdd bool
}

func (l ProductList) address() listAddress {
	return listAddress{ProductsPath, l.Query.Filters, string(l.Query.Sort), l.Query.Page, l.Views}
}

// here is the address of the list as it is shown.
func (l ProductList) here() ui.Here { return l.address().here() }

func (l ProductList) filters() ui.Filters {
	hidden := l.address().besideFilters()
	for _, kept := range []ui.Option{{Value: "situacao", Label: l.Query.Filters.Get("situacao")}, {Value: "pagina", Label: l.Views.firstPage()}} {
		if kept.Label != "" {
			hidden = append(hidden, kept)
		}
	}
	return ui.Filters{Action: ProductsPath, Target: ProductListFragment, Label: "Filtrar produtos",
		Q: l.Query.Filters.Get("q"), Placeholder: "Código ou nome", Hidden: hidden}
}

func (l ProductList) isFiltered() bool { return len(l.Query.Filters) > 0 }

func (l ProductList) total() int { return *l.Found.Meta.FilterCount }

func (l ProductList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: l.total()}
}

// tabs lead between what is sold and what is not, each with how many there are.
func (l ProductList) tabs() []ui.Tab {
	var tabs []ui.Tab
	for _, tab := range []struct {
		label   string
		selling products.Selling
	}{{"Todos", ""}, {"À venda", products.Active}, {"Fora de venda", products.Inactive}} {
		count := l.Counts[tab.selling]
		tabs = append(tabs, ui.Tab{Label: tab.label, Href: l.here().With("situacao", string(tab.selling), "visao", ""), Count: &count,
			Current: l.Views.Current == nil && products.Selling(l.Query.Filters.Get("situacao")) == tab.selling})
	}
	return tabs
}

// tagOptions offers the tags of the catalogue, and the one of the filter if it left it.
func (l ProductList) tagOptions() []ui.Option {
	return withChosen(l.Tags, l.Query.Filters.Get("etiqueta"))
}

// withChosen offers names, and the chosen one if it is not among them.
func withChosen(names []string, chosen string) []ui.Option {
	var options []ui.Option
	for _, name := range names {
		options = append(options, ui.Option{Value: name, Label: name})
	}
	if chosen != "" && !slices.Contains(names, chosen) {
		options = append(options, ui.Option{Value: chosen, Label: chosen})
	}
	return options
}

// ProductColumns names the columns of the list that can be chosen.
func ProductColumns() []string { return productColumns().names() }

// columns are those that the list shows, in their order.
func (l ProductList) columns() columns[products.Product] { return productColumns().shown(l.Chosen) }

func (l ProductList) columnChooser() ui.ColumnChooser {
	chooser := productColumns().chooser(l.Chosen)
	chooser.ID, chooser.List, chooser.Back = productColumnsID, "produtos", string(l.here())
	return chooser
}

// ProductHref is the page of a product.
func ProductHref(id int64) string { return ProductsPath + "/" + strconv.FormatInt(id, 10) }

// selling shows whether a product can be ordered.
func selling(product products.Product) ui.Badge {
	if product.Active {
		return ui.Badge{Tone: ui.Good, Text: "À venda"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Fora de venda"}
}

// sizes writes width, height and length: 5 × 12,5 × 5 cm. A side that is not known is a dash.
func sizes(product products.Product) string {
	if product.WidthCm == nil && product.HeightCm == nil && product.LengthCm == nil {
		return ""
	}
	return side(product.WidthCm) + " × " + side(product.HeightCm) + " × " + side(product.LengthCm) + unitSpace + "cm"
}

// unitSpace keeps a unit beside its number.
const unitSpace = "\u00a0"

func side(size *products.Centimetres) string {
	if size == nil {
		return "–"
	}
	return size.Typed()
}

func weight(product products.Product) string {
	if product.WeightG == nil {
		return ""
	}
	return fmtbr.Integer(int64(*product.WeightG)) + unitSpace + "g"
}
