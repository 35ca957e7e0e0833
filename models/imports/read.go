package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/heads"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/errs"
)

// headRows is the number of first rows among which the titles are looked for.
const headRows = 40

// read stages the rows of the file and guesses its columns.
func (w Worker) read(ctx context.Context, row Import) error {
	path, err := upload.Restore(ctx, w.DB, row.ID)
	defer func() { _ = os.Remove(path) }()
	if err != nil {
		return err
	}
	file, err := spreadsheet.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	row.Format = file.Format()
	if err := row.countSheets(file); err != nil {
		return err
	}
	if err := row.findTitles(file); err != nil {
		return err
	}
	colours, err := heads.Colours(file, row.Sheet, row.HeaderLine)
	if err != nil {
		return err
	}
	if len(row.Headers) >= spreadsheet.MaxColumns {
		colours = nil
	}
	if len(colours) > 0 {
		row.Headers = append(row.Headers, heads.ColourTitle)
	}
	staging, err := w.Pool.Begin(ctx)
	if err != nil {
		return db.Translate(err)
	}
	defer func() { _ = staging.Rollback(context.WithoutCancel(ctx)) }()
	if row.Total, err = row.stage(ctx, staging, file, colours); err != nil {
		return err
	}
	if row.Total == 0 {
		return errs.Invalid("file", "A planilha não tem linhas abaixo dos títulos.")
	}
	if err := w.guess(ctx, staging, &row); err != nil {
		return err
	}
	_, err = staging.Exec(ctx, `update imports set state = 'columns', format = $2, sheets = $3, sheet = $4, header_line = $5, headers = $6, columns = $7,
		month_first = $8, point_decimal = $9, remembered_at = $10, total = $11, reached = 0 where id = $1 and state = 'reading'`,
		row.ID, row.Format, asJSON(row.Sheets), row.Sheet, row.HeaderLine, asJSON(row.Headers), asJSON(row.Columns), row.MonthFirst,
		row.PointDecimal,
		row.RememberedAt, row.Total)
	if err != nil {
		return db.Translate(err)
	}
	return db.Translate(staging.Commit(ctx))
}

// countSheets counts the rows of each sheet once and chooses one, unless one is chosen.
func (i *Import) countSheets(file spreadsheet.File) error {
	if len(i.Sheets) > 0 {
		return nil
	}
	rows, chosen, err := heads.Sheets(file, i.Kind.Fields())
	if err != nil {
		return err
	}
	for at, name := range file.Sheets() {
		i.Sheets = append(i.Sheets, Sheet{Name: name, Rows: rows[at]})
	}
	if chosen < 0 {
		return errs.Invalid("file", "O arquivo está vazio.")
	}
	if i.Sheet < 0 {
		i.Sheet = chosen
	}
	return nil
}

// errEnough ends the reading of first rows.
var errEnough = errors.New("enough rows")

// findTitles finds the line of the titles. A sheet without titles has the numbers of its columns.
func (i *Import) findTitles(file spreadsheet.File) error {
	var head [][]string
	var lines []int
	width := 0
	err := file.Each(i.Sheet, func(line int, row []string) error {
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
	i.HeaderLine, i.Headers = 0, nil
	at := heads.Find(head, i.Kind.Fields())
	if at >= 0 {
		titles, last := heads.Join(head, at, i.Kind.Fields())
		i.HeaderLine, i.Headers = lines[last], titles
	}
	for column := range max(width, len(i.Headers)) {
		if column >= len(i.Headers) {
			i.Headers = append(i.Headers, "")
		}
		i.Headers[column] = strings.Join(strings.Fields(i.Headers[column]), " ")
	}
	return nil
}

// stage copies the rows below the titles into import_rows and returns their number.
func (i *Import) stage(ctx context.Context, staging pgx.Tx, file spreadsheet.File, colours map[int]string) (int, error) {
	if _, err := staging.Exec(ctx, "delete from import_rows where import_id = $1", i.ID); err != nil {
		return 0, db.Translate(err)
	}
	rows := make(chan []any, 256)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		defer close(rows)
		err := file.Each(i.Sheet, func(line int, row []string) error {
			if line <= i.HeaderLine {
				return nil
			}
			encoded, err := json.Marshal(heads.WithColour(row, colours[line], len(i.Headers)))
			if err != nil {
				return err
			}
			select {
			case rows <- []any{i.ID, line, string(encoded), string(i.outcomeOf(row))}:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
		if err != nil {
			cancel(err)
		}
	}()
	copied, err := staging.CopyFrom(ctx, pgx.Identifier{"import_rows"}, []string{"import_id", "line", "cells", "outcome"},
		&rowSource{rows: rows, ctx: ctx})
	if cause := context.Cause(ctx); cause != nil {
		return 0, cause
	}
	return int(copied), db.Translate(err)
}

// outcomeOf recognizes rows that hold nothing to import: totals, and titles that are repeated on each page.
func (i *Import) outcomeOf(row []string) Outcome {
	switch {
	case heads.IsTotal(row):
		return Total
	case heads.IsRemark(row, len(i.Headers)):
		return Blank
	case slices.EqualFunc(row, i.Headers[:min(len(row), len(i.Headers))],
		func(a, b string) bool { return strings.Join(strings.Fields(a), " ") == b }):
		return Blank
	}
	return Unchecked
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

// sampleRows is the number of rows by which columns are guessed.
const sampleRows = 400

// guess fills the columns with the choices of an earlier file with the same titles, else with guesses.
func (w Worker) guess(ctx context.Context, staging pgx.Tx, row *Import) error {
	samples, err := sampleColumns(ctx, staging, *row)
	if err != nil {
		return err
	}
	fields := row.Kind.Fields()
	row.Columns = cells.Guess(fields, row.Headers, samples)
	row.RememberedAt = nil
	var remembered []byte
	var at time.Time
	err = staging.QueryRow(ctx, "select columns, date_updated from import_layouts where kind = $1 and titles = $2", row.Kind, row.titles()).
		Scan(&remembered, &at)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return db.Translate(err)
	}
	if err == nil {
		var columns []cells.Column
		if json.Unmarshal(remembered, &columns) == nil && len(columns) == len(row.Headers) {
			row.Columns, row.RememberedAt = columns, &at
		}
	}
	row.MonthFirst, row.PointDecimal = cells.FindStyle(row.Columns, fields, samples)
	return nil
}

// sampleColumns returns the first values of each column.
func sampleColumns(ctx context.Context, staging pgx.Tx, row Import) ([][]string, error) {
	samples := make([][]string, len(row.Headers))
	found, err := staging.Query(ctx, "select cells from import_rows where import_id = $1 and outcome = 'unchecked' order by line limit $2",
		row.ID, sampleRows)
	if err != nil {
		return nil, db.Translate(err)
	}
	defer found.Close()
	for found.Next() {
		var staged []string
		if err := found.Scan(&staged); err != nil {
			return nil, db.Translate(err)
		}
		for column := range samples {
			cell := ""
			if column < len(staged) {
				cell = staged[column]
			}
			samples[column] = append(samples[column], cell)
		}
	}
	return samples, db.Translate(found.Err())
}

// titles identifies files with the same titles.
func (i Import) titles() string {
	folded := make([]string, len(i.Headers))
	for at, title := range i.Headers {
		folded[at] = cells.Fold(title)
	}
	sum := sha256.Sum256([]byte(strconv.Quote(strings.Join(folded, "\n"))))
	return hex.EncodeToString(sum[:])
}
