package items

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
)

// Export is a file of all matching rows. The rows are read while the file is written.
type Export struct {
	FileName    string
	ContentType string

	engine   *Engine
	req      Request
	selected *selection
	open     func(io.Writer) (sheet.Writer, error)
}

// Export returns the file in the format of the request's `export`: csv, json or xlsx. It returns
// the errors of List, and 400 VALIDATION_ERROR for another format or locale.
func (e *Engine) Export(ctx context.Context, req Request) (*Export, error) {
	if err := access.RequireConfirmed(req.By); err != nil {
		return nil, err
	}
	q, err := e.parse(ctx, req)
	if err != nil {
		return nil, err
	}
	if q.isGrouped() || len(q.parsed.Switches) > 0 {
		return nil, errs.Invalid("export", "só se combina com campos, filtro e ordem")
	}
	zone, err := settings.Location(ctx, e.tx)
	if err != nil {
		return nil, err
	}
	style, known := map[string]sheet.Style{"": sheet.Plain(), "pt-BR": sheet.Brazilian(zone)}[q.parsed.Locale]
	if !known {
		return nil, errs.Invalid("locale", "aceita pt-BR")
	}
	format, known := sheet.Formats(style)[q.parsed.Export]
	if !known {
		return nil, errs.Invalid("export", "aceita csv, json ou xlsx")
	}
	columns := make([]sheet.Column, len(q.fields))
	for i, field := range q.fields {
		columns[i] = sheet.Column{Name: field.Name, Kind: field.Kind}
	}
	return &Export{
		FileName:    fmt.Sprintf("%s-%s.%s", q.collection.name, req.By.Now.In(zone).Format(time.DateOnly), q.parsed.Export),
		ContentType: format.ContentType,
		engine:      e, req: req, selected: q,
		open: func(w io.Writer) (sheet.Writer, error) { return format.Open(w, columns) },
	}, nil
}

// Write writes the file row by row from one snapshot. It returns 429 RATE_LIMITED before the first
// byte if too many exports are running. It records the export with the number of written rows, also
// if writing fails; if that record cannot be stored, the file stays incomplete.
func (x *Export) Write(ctx context.Context, w io.Writer) error {
	release, err := x.engine.exports.Acquire()
	if err != nil {
		return err
	}
	defer release()
	file, err := x.open(w)
	if err != nil {
		return err
	}
	defer file.Discard()
	rows, err := x.copyRows(ctx, file)
	if err != nil && rows == 0 {
		return err
	}
	download := exports.Download{List: x.req.Collection, Rows: rows, Summary: x.selected.summary(), By: x.req.By}
	if failed := exports.Record(context.WithoutCancel(ctx), x.engine.tx, download); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// copyRows writes the rows and returns their number.
func (x *Export) copyRows(ctx context.Context, file sheet.Writer) (count int, err error) {
	ctx = db.WithWork(ctx, db.Export)
	err = pgx.BeginTxFunc(ctx, x.engine.connection.PoolFor(ctx), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q := x.selected
		listed := listingOf(ctx, q.collection, q.view, q.fields)
		rows, err := tx.Query(ctx, q.page(listed.columns), q.where.arguments(asText)...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for ; rows.Next(); count++ {
			values := rows.RawValues()
			listed.collect(values)
			if err := file.Row(values[:len(q.fields)]); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	return count, db.Translate(err)
}

// summary describes the request by the names of its fields, without values, which may be personal
// data.
func (q *selection) summary() []string {
	parts := []string{strings.ToUpper(q.parsed.Export)}
	add := func(label string, names []string) {
		if len(names) > 0 {
			parts = append(parts, label+strings.Join(names, ", "))
		}
	}
	add("Campos: ", q.parsed.Fields)
	add("Filtro: ", q.parsed.Filter.Names())
	if q.parsed.Search != "" {
		parts = append(parts, "Busca")
	}
	return parts
}
