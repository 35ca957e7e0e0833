package list

import (
	"context"
	"net/url"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
)

// Any is a definition without its row type, for saved views, column choosers and files.
type Any interface {
	Describe() About
	ColumnNames() []string
	Parse(query string) (url.Values, error)
	CountFor(ctx context.Context, tx *db.DB, by auth.Caller, filters url.Values) (page.Counted, error)
	Export(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request) (*exports.Export, error)
}

// Lists are the lists of a surface.
type Lists []Any

// For returns a list that the caller may read; any other name is 404 NOT_FOUND.
func (lists Lists) For(by auth.Caller, name string) (Any, error) {
	for _, list := range lists {
		if about := list.Describe(); about.Name == name && access.Can(by, about.Collection, access.Read) {
			return list, nil
		}
	}
	return nil, errs.NotFound("Esta lista não existe.")
}

// Export returns a function that prepares a list as a file, with the rows that the caller may read at that
// time.
func (lists Lists) Export(source exports.Source) func(ctx context.Context, by auth.Caller, request exports.Request) (*exports.Export, error) {
	return func(ctx context.Context, by auth.Caller, request exports.Request) (*exports.Export, error) {
		list, err := lists.For(by, request.List)
		if err != nil {
			return nil, err
		}
		return list.Export(ctx, source, by, request)
	}
}

// Describe returns the names and texts of the list.
func (d Definition[Row, Input]) Describe() About { return d.About }

// CountFor counts the rows that match filters, as Parse returned them, among those that the caller may see.
func (d Definition[Row, Input]) CountFor(ctx context.Context, tx *db.DB, by auth.Caller, filters url.Values) (page.Counted, error) {
	input, err := d.input(filters)
	if err != nil {
		return page.Counted{}, err
	}
	return d.CountPage(ctx, tx, by, input)
}

// CountPage counts the rows of a list up to the limit of pages.
func (d Definition[Row, Input]) CountPage(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (page.Counted, error) {
	limit := page.CountLimit
	if d.CountLimit != nil {
		limit = d.CountLimit(input)
	}
	return d.Count(ctx, tx, by, input, limit)
}

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
	return exports.Request{List: d.Name, Collection: d.Collection, Query: query.Encode(), Columns: columns, Format: format, Summary: d.words(address.Filters)}
}

// Export prepares the list as a file. An unknown query or format is 400 VALIDATION_ERROR.
func (d Definition[Row, Input]) Export(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request) (*exports.Export, error) {
	query, err := d.Requested(request)
	if err != nil {
		return nil, err
	}
	return d.export(ctx, source, by, request, query)
}

// ExportPicked prepares a file of the rows with these ids that the caller may see.
func (d Definition[Row, Input]) ExportPicked(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request, ids []string) (*exports.Export, error) {
	query, err := d.Requested(request)
	if err != nil {
		return nil, err
	}
	if err := d.Pick(&query.Input, ids); err != nil {
		return nil, err
	}
	request.Summary = []string{fmtbr.Plural(len(ids), "selecionado", "selecionados")}
	return d.export(ctx, source, by, request, query)
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

func (d Definition[Row, Input]) export(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request, query Query[Input]) (*exports.Export, error) {
	if d.Each == nil {
		return nil, errs.NotFound("Esta lista não existe.")
	}
	zone, err := settings.Location(ctx, source.DB)
	if err != nil {
		return nil, err
	}
	return exports.Prepare(ctx, source, exports.List[Row]{
		Request: request, Columns: d.fileColumns(request.Columns, zone), By: by,
		Count: func(ctx context.Context, tx *db.DB, limit int) (page.Counted, error) {
			return d.Count(ctx, tx, by, query.Input, limit)
		},
		Each: func(ctx context.Context, tx *db.DB, take func(Row) error) error {
			return d.Each(ctx, tx, by, query, take)
		},
	})
}
