package list

import (
	"cmp"
	"context"
	"net/url"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/shown"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
)

// Any is a list without its row type, for saved views, column choosers and files.
type Any interface {
	Describe() list.About
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
func (lists Lists) Export(source exports.Source) func(ctx context.Context, by auth.Caller, request exports.Request) (*exports.Export,
	error) {
	return func(ctx context.Context, by auth.Caller, request exports.Request) (*exports.Export, error) {
		list, err := lists.For(by, request.List)
		if err != nil {
			return nil, err
		}
		return list.Export(ctx, source, by, request)
	}
}

// Export prepares the list as a file. An unknown query or format is 400 VALIDATION_ERROR.
func (l List[Row, Input]) Export(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request) (*exports.Export,
	error) {
	query, err := l.Requested(request)
	if err != nil {
		return nil, err
	}
	return l.export(ctx, source, by, request, query)
}

// ExportPicked prepares a file of the rows with these ids that the caller may see.
func (l List[Row, Input]) ExportPicked(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request,
	ids []string) (*exports.Export, error) {
	query, err := l.Requested(request)
	if err != nil {
		return nil, err
	}
	if err := l.Pick(&query.Input, ids); err != nil {
		return nil, err
	}
	request.Summary = []string{fmtbr.Plural(len(ids), "selecionado", "selecionados")}
	return l.export(ctx, source, by, request, query)
}

// record returns a function that names the record of a row for the log of reads; nil for a list whose rows have no id.
func (l List[Row, Input]) record() func(*Row) shown.Record {
	if l.Lead.ID == nil {
		return nil
	}
	of := cmp.Or(l.Records, l.Collection)
	return func(row *Row) shown.Record { return shown.Record{Of: of, Key: l.Lead.ID(row)} }
}

func (l List[Row, Input]) export(ctx context.Context, source exports.Source, by auth.Caller, request exports.Request,
	query list.Query[Input]) (*exports.Export, error) {
	if l.Each == nil {
		return nil, errs.NotFound("Esta lista não existe.")
	}
	zone, err := settings.Location(ctx, source.DB)
	if err != nil {
		return nil, err
	}
	return exports.Prepare(ctx, source, exports.List[Row]{
		Request: request, Columns: l.FileColumns(request.Columns, zone), By: by, Record: l.record(),
		Count: func(ctx context.Context, tx *db.DB, limit int) (page.Counted, error) {
			return l.Count(ctx, tx, by, query.Input, limit)
		},
		Each: func(ctx context.Context, tx *db.DB, take func(Row) error) error {
			return l.Each(ctx, tx, by, l.Read(query), take)
		},
	})
}
