package exports

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Column is one column of a list. Value gives a row's value as sheet spells it; "" is nothing.
type Column[Row any] struct {
	Name  string
	Kind  kind.Kind
	Value func(Row) string
}

// List is a list with its rows.
type List[Row any] struct {
	Asked   Request
	Columns []Column[Row]
	// Count counts the rows that match, but no further than most.
	Count func(ctx context.Context, tx *db.DB, most int) (page.Counted, error)
	// Each hands over every row that matches, in the list's order.
	Each func(ctx context.Context, tx *db.DB, take func(Row) error) error
	// By is the caller, whose time decides what a filter says of days, and the file's name.
	By auth.Caller
}

// Source hands out files, a few at a time.
type Source struct {
	DB    *db.DB
	Turns Semaphore
}

// Prepare gets a list ready in its format, as Brazilian spreadsheets take it. It returns 400
// VALIDATION_ERROR for a format that is neither csv nor xlsx.
func Prepare[Row any](ctx context.Context, desk Source, list List[Row]) (*Export, error) {
	zone, err := settings.Location(ctx, desk.DB)
	if err != nil {
		return nil, err
	}
	format, known := sheet.Formats(sheet.Brazilian(zone))[list.Asked.Format]
	if !known || list.Asked.Format == "json" {
		return nil, errs.Invalid("formato", "deve ser csv ou xlsx")
	}
	return &Export{
		Asked:       list.Asked,
		FileName:    fmt.Sprintf("%s-%s.%s", list.Asked.List, list.By.Now.In(zone).Format(time.DateOnly), list.Asked.Format),
		ContentType: format.ContentType,
		desk:        desk, by: list.By, format: format, heads: list.heads(), count: list.Count, each: list.eachValues,
	}, nil
}

func (l List[Row]) heads() []sheet.Column {
	heads := make([]sheet.Column, len(l.Columns))
	for i, column := range l.Columns {
		heads[i] = sheet.Column{Name: column.Name, Kind: column.Kind}
	}
	return heads
}

// eachValues hands over the rows one at a time, each as the values of its columns.
func (l List[Row]) eachValues(ctx context.Context, tx *db.DB, take func(values [][]byte) error) error {
	values := make([][]byte, len(l.Columns))
	return l.Each(ctx, tx, func(row Row) error {
		for i, column := range l.Columns {
			values[i] = nil
			if value := column.Value(row); value != "" {
				values[i] = []byte(value)
			}
		}
		return take(values)
	})
}
