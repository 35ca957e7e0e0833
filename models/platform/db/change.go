package db

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"acolhe/models/types/errs"
)

// Scope narrows a query to the rows that a caller may see, or to those that a rule is about.
type Scope = func(*DB) *DB

// dateUpdated is the column that follows every change and is none by itself.
const dateUpdated = "date_updated"

// Change changes one row, and is the one way to do so. It locks the row of this id within the scopes, lets apply change
// and check a copy, and writes every column that differs. If nothing but date_updated differs, nothing is written and
// the stored row is returned. apply must not write: it may run for a change that is then refused.
//
// A version, as VersionOf returned it when a form was opened, must still be that of the row; an empty one is not
// compared. For a stale one Change writes nothing and returns a refusal that errs.IsStale reports, with the fields that
// apply found wrong, unless the row already is what was asked for: a form that is sent twice is no conflict.
//
// A row that does not exist is 404 NOT_FOUND.
func Change[Row any](ctx context.Context, tx *DB, id int64, version string, apply func(tx *DB, before Row, row *Row) error, scopes ...Scope) (Row, error) {
	var row Row
	err := tx.WithContext(ctx).Transaction(func(tx *DB) (err error) {
		row, err = Lock[Row](tx, id, scopes...)
		if err != nil {
			return err
		}
		isStale := version != "" && version != VersionOf(tx, &row)
		before, stored := row, columnValues(tx, &row)
		refused := apply(tx, before, &row)
		if refused != nil && (!isStale || errs.As(refused) == nil) {
			return refused
		}
		changed := differing(stored, columnValues(tx, &row))
		if refused == nil && len(changed) == 0 {
			row = before
			return nil
		}
		if isStale {
			return errs.WithFields(errs.Stale(), errs.FieldsOf(refused))
		}
		return tx.Select(append(changed, dateUpdated)).UpdateColumns(&row).Error
	})
	return row, err
}

// Lock returns one row within the scopes and holds it against other changes until the transaction ends; other rows may
// still refer to it meanwhile. A row that does not exist is 404 NOT_FOUND.
func Lock[Row any](tx *DB, id int64, scopes ...Scope) (Row, error) {
	locked := tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Scopes(scopes...).Where("id = ?", id)
	return First[Row](locked, errs.NotFound("Registro não encontrado."))
}

// VersionOf returns a digest of a row as its forms show it: all columns that can be read, except date_updated and those
// with the tag `version:"-"`, which others change while a form is open without a conflict.
func VersionOf[Row any](tx *DB, row *Row) string {
	shown := map[string]any{}
	for _, column := range columnValues(tx, row) {
		if column.field.Readable && column.field.Tag.Get("version") != "-" {
			shown[column.field.DBName] = column.value
		}
	}
	// Values of columns are texts, numbers, booleans and times, all of which JSON can hold.
	state, _ := json.Marshal(shown)
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8])
}

// columnValue is a column with its value as it would be written.
type columnValue struct {
	field *schema.Field
	value any
}

// columnValues lists the columns of a row that can be written, date_updated left out.
func columnValues(tx *DB, row any) []columnValue {
	statement := &gorm.Statement{DB: tx, Context: tx.Statement.Context}
	if err := statement.Parse(row); err != nil {
		panic(err) // a mistake in the type, which no query gets past
	}
	var values []columnValue
	for _, field := range statement.Schema.Fields {
		if field.DBName == "" || field.PrimaryKey || !field.Updatable || field.DBName == dateUpdated {
			continue
		}
		value, _ := field.ValueOf(statement.Context, reflect.ValueOf(row).Elem())
		written, err := driver.DefaultParameterConverter.ConvertValue(value)
		if err != nil {
			written = err.Error() // the write returns the error
		}
		if moment, ok := written.(time.Time); ok {
			written = moment.UTC()
		}
		values = append(values, columnValue{field, written})
	}
	return values
}

// differing lists the names of the columns whose values differ.
func differing(before, after []columnValue) []string {
	var names []string
	for i := range before {
		if !reflect.DeepEqual(before[i].value, after[i].value) {
			names = append(names, before[i].field.DBName)
		}
	}
	return names
}

// Remove removes one row within the scopes; one that does not exist is 404 NOT_FOUND, one that others refer to
// 409 HAS_LINKED_RECORDS.
func Remove[Row any](ctx context.Context, tx *DB, id int64, scopes ...Scope) error {
	var row Row
	removed := tx.WithContext(ctx).Scopes(scopes...).Where("id = ?", id).Delete(&row)
	if removed.Error == nil && removed.RowsAffected == 0 {
		return errs.NotFound("Registro não encontrado.")
	}
	return removed.Error
}
