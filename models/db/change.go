package db

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/errs"
)

// Change changes one row under its lock: it is loaded, apply changes and judges it, and the
// named columns are written. A row that does not exist is 404 NOT_FOUND; no columns, or an
// error of apply, write nothing.
func Change[Row any](ctx context.Context, tx *DB, id int64, columns []string, apply func(tx *DB, row *Row) error) (Row, error) {
	var row Row
	err := tx.WithContext(ctx).Transaction(func(tx *DB) (err error) {
		held := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id)
		if row, err = One[Row](held, errs.NotFound("Registro não encontrado.")); err != nil {
			return err
		}
		if err := apply(tx, &row); err != nil || len(columns) == 0 {
			return err
		}
		return tx.Select(append(columns, "date_updated")).UpdateColumns(&row).Error
	})
	return row, err
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
