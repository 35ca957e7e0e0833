package layout

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
)

// sampleRows is the number of rows by which columns are guessed.
const sampleRows = 400

// Guess fills the columns with the choices of an earlier file with the same titles, else with guesses.
func (l *Layout) Guess(ctx context.Context, tx pgx.Tx, id int64, kind string, fields []cells.Field) error {
	samples, err := l.sampleColumns(ctx, tx, id)
	if err != nil {
		return err
	}
	l.Columns = cells.Guess(fields, l.Headers, samples)
	l.RememberedAt = nil
	var remembered []byte
	var at time.Time
	err = tx.QueryRow(ctx, "select columns, date_updated from import_layouts where kind = $1 and titles = $2", kind, l.titles()).
		Scan(&remembered, &at)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return db.Translate(err)
	}
	if err == nil {
		var columns []cells.Column
		if json.Unmarshal(remembered, &columns) == nil && len(columns) == len(l.Headers) {
			l.Columns, l.RememberedAt = columns, &at
		}
	}
	l.MonthFirst, l.PointDecimal = cells.FindStyle(l.Columns, fields, samples)
	return nil
}

// sampleColumns returns the first values of each column.
func (l Layout) sampleColumns(ctx context.Context, tx pgx.Tx, id int64) ([][]string, error) {
	samples := make([][]string, len(l.Headers))
	found, err := tx.Query(ctx, "select cells from import_rows where import_id = $1 and outcome = 'unchecked' order by line limit $2",
		id, sampleRows)
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

// Samples returns the values of each column in the first rows.
func (l Layout) Samples(ctx context.Context, tx *db.DB, id int64) (values [][]string, err error) {
	var rows []staging.Row
	err = tx.WithContext(ctx).Select("import_id", "line", "cells", "edits").
		Where("import_id = ? and outcome not in ('blank', 'total')", id).Order("line").Limit(sampleRows).Find(&rows).Error
	values = make([][]string, len(l.Headers))
	for _, staged := range rows {
		for column := range values {
			values[column] = append(values[column], staged.Cell(column))
		}
	}
	return values, err
}
