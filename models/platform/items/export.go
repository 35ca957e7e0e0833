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
	"acolhe/models/types/errs"
)

// Export is a file of all rows that match, made while it is read.
type Export struct {
	FileName    string
	ContentType string

	engine   *Engine
	asked    Request
	question *question
	open     func(io.Writer) (sheet.Writer, error)
}

// Export prepares the file that the request's `export` names: csv, json or xlsx. It answers
// as List does, and 400 VALIDATION_ERROR for another format or locale.
func (e *Engine) Export(ctx context.Context, asked Request) (*Export, error) {
	q, err := e.question(ctx, asked)
	if err != nil {
		return nil, err
	}
	if q.isGrouped() || len(q.query.Switches) > 0 {
		return nil, errs.Invalid("export", "só se combina com campos, filtro e ordem")
	}
	zone, err := settings.Location(ctx, e.tx)
	if err != nil {
		return nil, err
	}
	style, known := map[string]sheet.Style{"": sheet.Plain(), "pt-BR": sheet.Brazilian(zone)}[q.query.Locale]
	if !known {
		return nil, errs.Invalid("locale", "aceita pt-BR")
	}
	format, known := sheet.Formats(style)[q.query.Export]
	if !known {
		return nil, errs.Invalid("export", "aceita csv, json ou xlsx")
	}
	columns := make([]sheet.Column, len(q.fields))
	for i, field := range q.fields {
		columns[i] = sheet.Column{Name: field.Name, Kind: field.Kind}
	}
	return &Export{
		FileName:    fmt.Sprintf("%s-%s.%s", q.collection.name, asked.By.Now.In(zone).Format(time.DateOnly), q.query.Export),
		ContentType: format.ContentType,
		engine:      e, asked: asked, question: q,
		open: func(w io.Writer) (sheet.Writer, error) { return format.Open(w, columns) },
	}, nil
}

// Write writes the file. Rows pass through one at a time, all as they stood at the start. When
// too many exports are under way it is 429 RATE_LIMITED before the first byte. The event of rows
// that left is kept in any case, also when who reads them breaks off; a file whose event could
// not be kept is not completed.
func (x *Export) Write(ctx context.Context, w io.Writer) error {
	giveBack, err := x.engine.exports.Acquire()
	if err != nil {
		return err
	}
	defer giveBack()
	file, err := x.open(w)
	if err != nil {
		return err
	}
	defer file.Discard()
	rows, err := x.copyRows(ctx, file)
	if err != nil && rows == 0 {
		return err
	}
	taken := exports.Download{List: x.asked.Collection, Rows: rows, Summary: x.question.told(), By: x.asked.By}
	if kept := exports.Record(context.WithoutCancel(ctx), x.engine.tx, taken); err == nil {
		err = kept
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// copyRows passes the rows through, and counts those that left.
func (x *Export) copyRows(ctx context.Context, file sheet.Writer) (count int, err error) {
	err = pgx.BeginTxFunc(ctx, x.engine.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, fmt.Sprintf("set local statement_timeout = %d", exports.Timeout.Milliseconds())); err != nil {
			return err
		}
		q := x.question
		rows, err := tx.Query(ctx, q.page(columnsOf(q.fields)), q.where.arguments(asText)...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for ; rows.Next(); count++ {
			if err := file.Row(rows.RawValues()); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	return count, db.Translate(err)
}

// told says what was asked for by the names of fields alone: a value may name a person.
func (q *question) told() []string {
	told := []string{strings.ToUpper(q.query.Export)}
	add := func(label string, names []string) {
		if len(names) > 0 {
			told = append(told, label+strings.Join(names, ", "))
		}
	}
	add("Campos: ", q.query.Fields)
	add("Filtro: ", q.query.Filter.Names())
	if q.query.Search != "" {
		told = append(told, "Busca")
	}
	return told
}
