package layout

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/heads"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/errs"
)

// headRows is the number of first rows among which the titles are looked for.
const headRows = 40

// CountSheets counts the rows of each sheet once and chooses one, unless one is chosen.
func (l *Layout) CountSheets(file spreadsheet.File, fields []cells.Field) error {
	if len(l.Sheets) > 0 {
		return nil
	}
	rows, chosen, err := heads.Sheets(file, fields)
	if err != nil {
		return err
	}
	for at, name := range file.Sheets() {
		l.Sheets = append(l.Sheets, Sheet{Name: name, Rows: rows[at]})
	}
	if chosen < 0 {
		return errs.Invalid("file", "O arquivo está vazio.")
	}
	if l.Sheet < 0 {
		l.Sheet = chosen
	}
	return nil
}

// errEnough ends the reading of first rows.
var errEnough = errors.New("enough rows")

// FindTitles finds the line of the titles. A sheet without titles has the numbers of its columns.
func (l *Layout) FindTitles(file spreadsheet.File, fields []cells.Field) error {
	var head [][]string
	var lines []int
	width := 0
	err := file.Each(l.Sheet, func(line int, row []string) error {
		head, lines = append(head, slices.Clone(row)), append(lines, line)
		width = max(width, len(row))
		if len(head) == headRows {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	l.HeaderLine, l.Headers = 0, nil
	at := heads.Find(head, fields)
	if at >= 0 {
		titles, last := heads.Join(head, at, fields)
		l.HeaderLine, l.Headers = lines[last], titles
	}
	for column := range max(width, len(l.Headers)) {
		if column >= len(l.Headers) {
			l.Headers = append(l.Headers, "")
		}
		l.Headers[column] = strings.Join(strings.Fields(l.Headers[column]), " ")
	}
	return nil
}

// Stage copies the rows below the titles into import_rows and returns their number.
func (l *Layout) Stage(ctx context.Context, tx pgx.Tx, id int64, file spreadsheet.File, colours map[int]string) (int, error) {
	if _, err := tx.Exec(ctx, "delete from import_rows where import_id = $1", id); err != nil {
		return 0, db.Translate(err)
	}
	rows := make(chan []any, 256)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		defer close(rows)
		err := file.Each(l.Sheet, func(line int, row []string) error {
			if line <= l.HeaderLine {
				return nil
			}
			encoded, err := json.Marshal(heads.WithColour(row, colours[line], len(l.Headers)))
			if err != nil {
				return err
			}
			select {
			case rows <- []any{id, line, string(encoded), string(l.outcomeOf(row))}:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
		if err != nil {
			cancel(err)
		}
	}()
	copied, err := tx.CopyFrom(ctx, pgx.Identifier{"import_rows"}, []string{"import_id", "line", "cells", "outcome"},
		&rowSource{rows: rows, ctx: ctx})
	if cause := context.Cause(ctx); cause != nil {
		return 0, cause
	}
	return int(copied), db.Translate(err)
}

// outcomeOf recognizes rows that hold nothing to import: totals, and titles that are repeated on each page.
func (l *Layout) outcomeOf(row []string) staging.Outcome {
	switch {
	case heads.IsTotal(row):
		return staging.Total
	case heads.IsRemark(row, len(l.Headers)):
		return staging.Blank
	case slices.EqualFunc(row, l.Headers[:min(len(row), len(l.Headers))],
		func(a, b string) bool { return strings.Join(strings.Fields(a), " ") == b }):
		return staging.Blank
	}
	return staging.Unchecked
}

// rowSource implements pgx.CopyFromSource over a channel.
type rowSource struct {
	rows <-chan []any
	ctx  context.Context //nolint:containedctx // that of one copy
	next []any
}

// Next implements pgx.CopyFromSource.
func (s *rowSource) Next() bool {
	next, isOpen := <-s.rows
	s.next = next
	return isOpen
}

// Values implements pgx.CopyFromSource.
func (s *rowSource) Values() ([]any, error) { return s.next, nil }

// Err implements pgx.CopyFromSource.
func (s *rowSource) Err() error { return context.Cause(s.ctx) }
