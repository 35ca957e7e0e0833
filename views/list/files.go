package list

import (
	"net/url"

	"acolhe/models/platform/exports"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/ui"
)

// Describe returns the names and texts of the list.
func (d Definition[Row, Input]) Describe() About { return d.About }

// Query reads the filters and the order of an address. An unknown one is 400 VALIDATION_ERROR.
func (d Definition[Row, Input]) Query(address Address) (Query[Input], error) {
	input, err := d.input(address.Filters)
	if err != nil {
		return Query[Input]{}, err
	}
	order, err := d.sort(address.Sort)
	return Query[Input]{Input: input, Sort: order, Window: page.Window{Limit: &address.Page.Size, Offset: address.Page.Offset()}}, err
}

// Request returns the request to export the list of an address.
func (d Definition[Row, Input]) Request(address Address, columns []string, format string) exports.Request {
	query := url.Values{}
	for name := range address.Filters {
		query.Set(name, address.Filters.Get(name))
	}
	if address.Sort != "" {
		query.Set("ordem", address.Sort)
	}
	return exports.Request{List: d.Name, Collection: d.Collection, Query: query.Encode(), Columns: columns, Format: format,
		Summary: d.words(address.Filters)}
}

// Requested returns the query of a request. An unknown filter or order is 400 VALIDATION_ERROR.
func (d Definition[Row, Input]) Requested(request exports.Request) (Query[Input], error) {
	filters, err := d.Parse(request.Query)
	if err != nil {
		return Query[Input]{}, err
	}
	values, err := url.ParseQuery(request.Query)
	if err != nil {
		return Query[Input]{}, errs.Invalid("query", "não são filtros de uma lista")
	}
	return d.Query(Address{Filters: filters, Sort: values.Get("ordem")})
}

// fileMenu returns links to the current list as files.
func fileMenu(at Address) ui.Menu {
	address := func(format string) string {
		query := url.Values{"formato": {format}}
		for name := range at.Filters {
			query.Set(name, at.Filters.Get(name))
		}
		if at.Sort != "" {
			query.Set("ordem", at.Sort)
		}
		return at.Path + "/exportar?" + query.Encode()
	}
	return ui.Menu{ID: "exportar", Label: "Exportar a lista", Text: "Exportar", Icon: "download", Items: []ui.MenuItem{
		{Label: "Em CSV", Icon: "file-text", Post: address("csv"), Downloads: true},
		{Label: "Em Excel (XLSX)", Icon: "file-text", Post: address("xlsx"), Downloads: true},
	}}
}
