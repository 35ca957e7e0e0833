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
		if row, err = Lock[Row](tx, id); err != nil {
			return err
		}
		if err := apply(tx, &row); err != nil || len(columns) == 0 {
			return err
		}
		return tx.Select(append(columns, "date_updated")).UpdateColumns(&row).Error
	})
	return row, err
}

// Lock gives one row and holds it against other changes until the transaction ends; one that
// does not exist is 404 NOT_FOUND.
func Lock[Row any](tx *DB, id int64) (Row, error) {
	return One[Row](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), errs.NotFound("Registro não encontrado."))
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
