// Package exports lets the lists of the panel leave as files: a column for each that the list
// shows, all rows that it would find, and a security event that tells who took them. How values
// are spelled is models/items/sheet's; which rows there are is the area's of the list.
package exports

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/items/kind"
	"acolhe/models/items/sheet"
	"acolhe/models/person"
	"acolhe/models/settings"
)

// Column is one column of a list. Value gives a row's value as sheet spells it; "" is nothing.
type Column[Row any] struct {
	Name  string
	Kind  kind.Kind
	Value func(Row) string
}

// List is a list as somebody asks for it.
type List[Row any] struct {
	// Name is what the file and the security event call it: "associados".
	Name    string
	Columns []Column[Row]
	// Each hands over every row that matches, in the list's order.
	Each func(ctx context.Context, tx *db.DB, take func(Row) error) error
	// Asked tells the event what was asked for. It holds nothing that names a person.
	Asked []string
	By    person.Person
	Now   time.Time
}

// Desk hands out files, a few at a time.
type Desk struct {
	DB    *db.DB
	Turns Turns
}

// Export is a file of a list, made while it is read.
type Export struct {
	FileName    string
	ContentType string
	// Write writes the file.
	Write func(ctx context.Context, w io.Writer) error
}

// Prepare gets a list ready in a format, as Brazilian spreadsheets take it. It answers 400
// VALIDATION_ERROR for a format that is neither csv nor xlsx.
func Prepare[Row any](ctx context.Context, desk Desk, list List[Row], format string) (*Export, error) {
	zone, err := settings.Location(ctx, desk.DB)
	if err != nil {
		return nil, err
	}
	known, isKnown := sheet.Formats(sheet.Brazilian(zone))[format]
	if !isKnown || format == "json" {
		return nil, errs.Invalid("formato", "deve ser csv ou xlsx")
	}
	return &Export{
		FileName:    fmt.Sprintf("%s-%s.%s", list.Name, list.Now.In(zone).Format(time.DateOnly), format),
		ContentType: known.ContentType,
		Write: func(ctx context.Context, w io.Writer) error {
			return list.write(ctx, desk, w, known)
		},
	}, nil
}

// write keeps the event of rows that left in any case, also when who reads them breaks off; a
// file whose event could not be kept is not completed.
func (l List[Row]) write(ctx context.Context, desk Desk, w io.Writer, format sheet.Format) error {
	giveBack, err := desk.Turns.Take()
	if err != nil {
		return err
	}
	defer giveBack()
	file, err := format.Open(w, l.heads())
	if err != nil {
		return err
	}
	defer file.Discard()
	rows, err := l.copyRows(ctx, desk.DB, file)
	if err != nil && rows == 0 {
		return err
	}
	taken := Taken{List: l.Name, Rows: rows, Asked: l.Asked, By: l.By, Now: l.Now}
	if kept := Record(context.WithoutCancel(ctx), desk.DB, taken); err == nil {
		err = kept
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func (l List[Row]) heads() []sheet.Column {
	heads := make([]sheet.Column, len(l.Columns))
	for i, column := range l.Columns {
		heads[i] = sheet.Column{Name: column.Name, Kind: column.Kind}
	}
	return heads
}

// copyRows passes the rows through one at a time, all as they stood at the start.
func (l List[Row]) copyRows(ctx context.Context, tx *db.DB, file sheet.Writer) (rows int, err error) {
	values := make([][]byte, len(l.Columns))
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec(fmt.Sprintf("set local statement_timeout = %d", Limit.Milliseconds())).Error; err != nil {
			return err
		}
		return l.Each(ctx, tx, func(row Row) error {
			rows++
			for i, column := range l.Columns {
				values[i] = nil
				if value := column.Value(row); value != "" {
					values[i] = []byte(value)
				}
			}
			return file.Row(values)
		})
	}, &sql.TxOptions{ReadOnly: true})
	return rows, db.Translate(err)
}
