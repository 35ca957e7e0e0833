package panel

import (
	"net/url"

	"acolhe/models/platform/preferences"
	"acolhe/models/products"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// productsCrumb leads back to the list.
var productsCrumb = layouts.Crumb{Label: "Produtos", Href: panel.ProductsPath}

func (p Panel) productRoutes() []web.Route {
	const one = "/painel/produtos/:id"
	reads, changes := web.StaffCan("products", access.Read), web.StaffCan("products", access.Update)
	return []web.Route{
		web.Page("/painel/produtos", reads, p.listProducts),
		web.Page("/painel/produtos/novo", web.StaffCan("products", access.Create), p.newProduct),
		web.Form("/painel/produtos/novo", web.StaffCan("products", access.Create), p.addProduct),
		web.Page(one, reads, p.showProduct),
		web.Page(one+"/editar", changes, p.editProduct),
		web.Form(one+"/editar", changes, p.changeProduct),
		web.Form(one+"/situacao", changes, p.switchProduct),
		web.Form(one+"/excluir", web.StaffCan("products", access.Delete), p.removeProduct),
	}
}

func (p Panel) listProducts(r *web.Request) error {
	query, err := productQuery(r)
	if err != nil {
		return err
	}
	row, err := p.viewsOf(r, "produtos", query.Filters)
	if err != nil || p.openView(r, row) {
		return err
	}
	// The tabs stand for everything but words and tags.
	row.Standing = !query.Filters.Has("q") && !query.Filters.Has("etiqueta")
	list, err := p.productList(r, query)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Produtos")
	if err != nil {
		return err
	}
	list.Views, list.Now = row, frame.Now
	return r.Render(panel.Products(frame, list), panel.ProductListFragment, panel.ListViewsFragment)
}

func productQuery(r *web.Request) (panel.ProductQuery, error) {
	filters, err := productFilters(r.RawQuery())
	return panel.ProductQuery{Filters: filters, Sort: products.Sort(r.Query("ordem")), Page: r.QueryPage()}, err
}

// productList reads the part of the list that is asked for, and what is shown around it.
func (p Panel) productList(r *web.Request, query panel.ProductQuery) (list panel.ProductList, err error) {
	list = panel.ProductList{Query: query, CanAdd: access.Can(r.By, "products", access.Create), Counts: map[products.Selling]int{}}
	input := productInput(query.Filters)
	input.Sort = query.Sort
	input.Window = page.Window{Limit: new(query.Page.Size), Offset: query.Page.Offset(), Count: page.FilterCount}
	if list.Found, err = products.List(r.Context(), p.DB, input); err != nil {
		return list, err
	}
	for _, selling := range []products.Selling{"", products.Active, products.Inactive} {
		if list.Counts[selling], err = products.Count(r.Context(), p.DB, products.ListInput{Selling: selling}); err != nil {
			return list, err
		}
	}
	if list.Chosen, err = preferences.Columns(r.Context(), p.DB, r.By, "produtos"); err != nil {
		return list, err
	}
	list.Tags, err = tags.Offered(r.Context(), p.DB, "products")
	return list, err
}

// productFilters keeps of a query what a view of the list may hold.
func productFilters(query string) (url.Values, error) {
	kept, err := keptOf(query, panel.ProductFilterNames())
	if err != nil {
		return nil, err
	}
	return kept, productInput(kept).Check()
}

// productInput is the query of the filters, which productFilters has seen.
func productInput(filters url.Values) products.ListInput {
	return products.ListInput{Q: filters.Get("q"), Selling: products.Selling(filters.Get("situacao")), Tag: filters.Get("etiqueta")}
}

func (p Panel) countProducts(r *web.Request, filters url.Values) (page.Counted, error) {
	count, err := products.Count(r.Context(), p.DB, productInput(filters))
	return page.Counted{Rows: count}, err
}
