package exports

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/shown"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Column is a column of a list. Value returns the value of a row in the form of package sheet, ""
// for none.
type Column[Row any] struct {
	Name  string
	Kind  kind.Kind
	Value func(Row) string
}

// List is a list to export.
type List[Row any] struct {
	Request Request
	Columns []Column[Row]
	// Record returns the record of a row, for the log of reads, the zero one for a row about nobody; nil if all are.
	Record func(*Row) shown.Record
	// Count counts the matching rows, up to most.
	Count func(ctx context.Context, tx *db.DB, most int) (page.Counted, error)
	// Each calls yield for every matching row, in the list's order.
	Each func(ctx context.Context, tx *db.DB, yield func(Row) error) error
	// By is the caller; the time determines filters by day and the file name.
	By auth.Caller
}

// Source is the database of the exports and the limit of concurrent ones.
type Source struct {
	DB        *db.DB
	Semaphore Semaphore
}

// Prepare prepares a list for export in its format, as Brazilian spreadsheets expect it. It returns
// 400 VALIDATION_ERROR for a format other than csv and xlsx.
func Prepare[Row any](ctx context.Context, source Source, list List[Row]) (*Export, error) {
	zone, err := settings.Location(ctx, source.DB)
	if err != nil {
		return nil, err
	}
	format, known := sheet.Formats(sheet.Brazilian(zone))[list.Request.Format]
	if !known || list.Request.Format == "json" {
		return nil, errs.Invalid("formato", "deve ser csv ou xlsx")
	}
	if err := list.requireConfirmed(ctx, source.DB); err != nil {
		return nil, err
	}
	return &Export{
		Request:     list.Request,
		FileName:    fmt.Sprintf("%s-%s.%s", list.Request.List, list.By.Now.In(zone).Format(time.DateOnly), list.Request.Format),
		ContentType: format.ContentType,
		source:      source, by: list.By, format: format, columns: list.sheetColumns(), count: list.Count, each: list.eachValues,
	}, nil
}

func (l List[Row]) sheetColumns() []sheet.Column {
	columns := make([]sheet.Column, len(l.Columns))
	for i, column := range l.Columns {
		columns[i] = sheet.Column{Name: column.Name, Kind: column.Kind}
	}
	return columns
}

// eachValues calls yield with the values of every row's columns.
func (l List[Row]) eachValues(ctx context.Context, tx *db.DB, yield func(values [][]byte) error) error {
	values, records := make([][]byte, len(l.Columns)), shown.Of(ctx)
	return l.Each(ctx, tx, func(row Row) error {
		if records != nil && l.Record != nil {
			if record := l.Record(&row); record != (shown.Record{}) {
				records.Add(record.Of, record.Key)
			}
		}
		for i, column := range l.Columns {
			values[i] = nil
			if value := column.Value(row); value != "" {
				values[i] = []byte(value)
			}
		}
		return yield(values)
	})
}

// maxUnconfirmedRows is the number of rows up to which a file needs no new second step.
const maxUnconfirmedRows = 1_000

// RequireConfirmed is access.RequireConfirmed for a file of more rows than need no new second step.
func RequireConfirmed(by auth.Caller, rows int) error {
	if rows <= maxUnconfirmedRows {
		return nil
	}
	return access.RequireConfirmed(by)
}

// requireConfirmed counts the rows only if the caller would have to pass the second step again.
func (l List[Row]) requireConfirmed(ctx context.Context, tx *db.DB) error {
	if access.RequireConfirmed(l.By) == nil {
		return nil
	}
	counted, err := l.Count(ctx, tx, maxUnconfirmedRows)
	if err != nil {
		return err
	}
	if counted.More {
		return access.RequireConfirmed(l.By)
	}
	return RequireConfirmed(l.By, counted.Rows)
}

// CountOf returns the Count of a list whose number of rows is known.
func CountOf(rows int) func(context.Context, *db.DB, int) (page.Counted, error) {
	return func(context.Context, *db.DB, int) (page.Counted, error) { return page.Counted{Rows: rows}, nil }
}

// EachOf returns the Each of rows that are in memory.
func EachOf[Row any](rows []Row) func(context.Context, *db.DB, func(Row) error) error {
	return func(_ context.Context, _ *db.DB, take func(Row) error) error {
		for _, row := range rows {
			if err := take(row); err != nil {
				return err
			}
		}
		return nil
	}
}
