package db

import (
	"context"
	"database/sql/driver"
	"reflect"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"acolhe/models/types/errs"
)

// Change changes one row under its lock: the row is loaded, apply changes and checks it, and the
// named columns are written. A row that does not exist is 404 NOT_FOUND. Nothing is written without
// columns, after an error of apply, or when the columns hold the new values already; in the last
// case the stored row is returned as it was.
func Change[Row any](ctx context.Context, tx *DB, id int64, columns []string, apply func(tx *DB, row *Row) error) (Row, error) {
	var row Row
	err := tx.WithContext(ctx).Transaction(func(tx *DB) (err error) {
		if row, err = Lock[Row](tx, id); err != nil {
			return err
		}
		loaded, before := row, stored(tx, &row, columns)
		if err := apply(tx, &row); err != nil || len(columns) == 0 {
			return err
		}
		if slices.EqualFunc(before, stored(tx, &row, columns), isSame) {
			row = loaded
			return nil
		}
		return tx.Select(append(columns, "date_updated")).UpdateColumns(&row).Error
	})
	return row, err
}

// Lock gives one row and locks it against other changes until the transaction ends; one that does
// not exist is 404 NOT_FOUND.
func Lock[Row any](tx *DB, id int64) (Row, error) {
	return First[Row](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), errs.NotFound("Registro não encontrado."))
}

// stored lists the values of a row's columns as they would be written.
func stored(tx *DB, row any, columns []string) []any {
	statement := &gorm.Statement{DB: tx, Context: tx.Statement.Context}
	if err := statement.Parse(row); err != nil {
		panic(err) // a mistake in the type, which no query gets past
	}
	var values []any
	for _, column := range columns {
		field := statement.Schema.LookUpField(column)
		if field == nil {
			continue
		}
		value, _ := field.ValueOf(statement.Context, reflect.ValueOf(row).Elem())
		taken, err := driver.DefaultParameterConverter.ConvertValue(value)
		if err != nil {
			taken = err // the write will say so
		}
		values = append(values, taken)
	}
	return values
}

func isSame(a, b any) bool {
	if moment, ok := a.(time.Time); ok {
		other, ok := b.(time.Time)
		return ok && moment.Equal(other)
	}
	return reflect.DeepEqual(a, b)
}

// Remove removes one row; one that does not exist is 404 NOT_FOUND, one that others refer to
// 409 HAS_LINKED_RECORDS.
func Remove[Row any](ctx context.Context, tx *DB, id int64) error {
	var row Row
	removed := tx.WithContext(ctx).Where("id = ?", id).Delete(&row)
	if removed.Error == nil && removed.RowsAffected == 0 {
		return errs.NotFound("Registro não encontrado.")
	}
	return removed.Error
}
