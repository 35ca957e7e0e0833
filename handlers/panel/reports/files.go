package reports

import (
	"context"
	"slices"

	"acolhe/handlers/list"
	"acolhe/handlers/serve"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/reports"
	"acolhe/models/types/page"
	view "acolhe/views/panel/reports"
	"acolhe/web"
)

// export answers with the report of the filter as a file.
func (p Pages) export(r *web.Request) error {
	var filter view.Filter
	if err := r.Queries().Bind(&filter); err != nil {
		return err
	}
	report, err := reports.Find(r.Context(), p.DB, r.By, reports.Input{Month: filter.Month})
	if err != nil {
		return err
	}
	filter.Month = report.Month.String()
	rows := slices.DeleteFunc(filtered(report.Services, filter), func(row reports.Row) bool { return !view.InTab(row, filter.Tab) })
	return stream(p, r, file[reports.Row]{"relatorio-" + filter.Month, r.Query("formato"), view.Summary(filter), view.Columns(report.Zone), rows})
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
	return stream(p, r, file[reports.Line]{"extrato", "xlsx", summary, view.LineColumns(zone), statement.Lines})
}

// payoutsFile answers with the payouts that can be paid, for the bank.
func (p Pages) payoutsFile(r *web.Request) error {
	found, err := reports.FindPayouts(r.Context(), p.DB, r.By, r.Query("mes"))
	if err != nil {
		return err
	}
	ready := slices.DeleteFunc(found.Rows, func(payout reports.Payout) bool { return !payout.IsReady() })
	return stream(p, r, file[reports.Payout]{"repasses-" + found.Month.String(), "csv", []string{"mês " + found.Month.String()}, view.PayoutColumns(), ready})
}

// file is a list of rows to be sent as a file.
type file[Row any] struct {
	name, format string
	summary      []string
	columns      []exports.Column[Row]
	rows         []Row
}

// stream sends the rows as a file and records the download.
func stream[Row any](p Pages, r *web.Request, f file[Row]) error {
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[Row]{
		Request: exports.Request{List: f.name, Collection: "services", Format: f.format, Summary: f.summary}, Columns: f.columns, By: r.By,
		Count: func(context.Context, *db.DB, int) (page.Counted, error) { return page.Counted{Rows: len(f.rows)}, nil },
		Each: func(_ context.Context, _ *db.DB, yield func(Row) error) error {
			for _, row := range f.rows {
				if err := yield(row); err != nil {
					return err
				}
			}
			return nil
		},
	})
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}
