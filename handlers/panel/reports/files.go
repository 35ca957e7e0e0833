package reports

import (
	"context"
	"slices"
	"strconv"

	"acolhe/handlers/list"
	"acolhe/handlers/serve"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/shown"
	"acolhe/models/reports"
	view "acolhe/views/panel/reports"
	"acolhe/web"
)

// export answers with the report of the filter as a file.
func (p Pages) export(r *web.Request) error {
	var filter view.Filter
	if err := r.Queries().Bind(&filter); err != nil {
		return err
	}
	overview, err := reports.FindOverview(r.Context(), p.DB, r.By, filter.Selection())
	if err != nil {
		return err
	}
	filter.Month = overview.Month.String()
	part := overview.With(filter.Tab.Validation())
	count, _ := part.Sum(reports.All)
	return stream(p, r, file[reports.Row]{name: "relatorio-" + filter.Month, format: r.Query("formato"), summary: view.Summary(filter),
		columns: view.Columns(overview.Zone), count: count, record: func(row *reports.Row) shown.Record { return service(row.ID) },
		each: func(ctx context.Context, tx *db.DB, yield func(reports.Row) error) error {
			return part.Each(ctx, tx, r.By, yield)
		}})
}

func (p Pages) statementPDF(r *web.Request) error {
	statement, err := p.find(r)
	if err != nil {
		return err
	}
	return serve.Statement(r, p.DB, statement)
}

func (p Pages) statementSheet(r *web.Request) error {
	statement, err := p.find(r)
	if err != nil {
		return err
	}
	zone, err := reports.Zone(r.Context(), p.DB)
	if err != nil {
		return err
	}
	summary := []string{"extrato " + statement.Number()}
	return stream(p, r, file[reports.Line]{name: "extrato", format: "xlsx", summary: summary, columns: view.LineColumns(zone),
		count: len(statement.Lines), each: exports.EachOf(statement.Lines), record: func(line *reports.Line) shown.Record { return service(line.ServiceID) }})
}

// payoutsFile answers with the payouts that can be paid, for the bank.
func (p Pages) payoutsFile(r *web.Request) error {
	found, err := reports.FindPayouts(r.Context(), p.DB, r.By, r.Query("mes"))
	if err != nil {
		return err
	}
	ready := slices.DeleteFunc(found.Rows, func(payout reports.Payout) bool { return !payout.IsReady() })
	return stream(p, r, file[reports.Payout]{name: "repasses-" + found.Month.String(), format: "csv", summary: []string{"mês " + found.Month.String()},
		columns: view.PayoutColumns(), count: len(ready), each: exports.EachOf(ready)})
}

// file is a list of rows to be sent as a file.
type file[Row any] struct {
	name, format string
	summary      []string
	columns      []exports.Column[Row]
	count        int
	each         func(ctx context.Context, tx *db.DB, yield func(Row) error) error
	// record returns the record of a row, for the log of reads; nil for rows about nobody.
	record func(*Row) shown.Record
}

func service(id int64) shown.Record {
	return shown.Record{Of: "services", Key: strconv.FormatInt(id, 10)}
}

// stream sends the rows as a file and records the download.
func stream[Row any](p Pages, r *web.Request, f file[Row]) error {
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[Row]{
		Request: exports.Request{List: f.name, Collection: "services", Format: f.format, Summary: f.summary}, Columns: f.columns, By: r.By,
		Count: exports.CountOf(f.count),
		Each:  f.each, Record: f.record,
	})
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}
