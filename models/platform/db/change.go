package db

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/schema"

	"acolhe/models/types/errs"
)

// ID is the type of a row's id.
type ID interface{ int64 | uuid.UUID }

// Scope limits a query to the rows that a caller may see, or to those that a rule is about.
type Scope = func(*DB) *DB

// dateUpdated is the column that every change sets and that does not count as a difference.
const dateUpdated = "date_updated"

// Change changes one row; every other way is forbidden. It locks the row of this id within the scopes, lets apply
// change and validate a copy, and writes every column that differs. If only date_updated differs, it writes nothing and
// returns the stored row. apply must not write, because the change may be refused after it.
//
// A given version, as VersionOf returned it for an opened form, must be the current one. If it is stale, Change
// writes nothing and returns an error that errs.IsStale reports, with the fields that apply found wrong. If the row
// already has the new values, for example because a form was sent twice, that is no conflict.
//
// An unknown row is 404 NOT_FOUND.
func Change[Row any, Key ID](ctx context.Context, tx *DB, id Key, version string, apply func(tx *DB, before Row, row *Row) error,
	scopes ...Scope) (Row, error) {
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

// Lock returns one row within the scopes and locks it against other changes until the transaction ends; other rows may
// still refer to it. An unknown row is 404 NOT_FOUND.
func Lock[Row any, Key ID](tx *DB, id Key, scopes ...Scope) (Row, error) {
	locked := tx.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).Scopes(scopes...).Where("id = ?", id)
	return First[Row](locked, errs.NotFound("Registro não encontrado."))
}

// VersionOf returns a digest of a row's readable columns, except date_updated and those with the
// tag `version:"-"`, which others may change without a conflict while a form is open.
func VersionOf[Row any](tx *DB, row *Row) string {
	shown := map[string]any{}
	for _, column := range columnValues(tx, row) {
		if column.field.Readable && column.field.Tag.Get("version") != "-" {
			shown[column.field.DBName] = column.value
		}
	}
	// Values of columns are texts, numbers, booleans and times, which JSON always encodes.
	state, _ := json.Marshal(shown)
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8])
}

// columnValue is a column with the value to write.
type columnValue struct {
	field *schema.Field
	value any
}

// columnValues returns the writable columns of a row, without date_updated.
func columnValues(tx *DB, row any) []columnValue {
	statement := &gorm.Statement{DB: tx, Context: tx.Statement.Context}
	if err := statement.Parse(row); err != nil {
		panic(err) // an invalid type, for which every query fails
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

// Differing returns the names of the writable columns that differ between two rows, without date_updated.
func Differing[Row any](tx *DB, before, after *Row) []string {
	return differing(columnValues(tx, before), columnValues(tx, after))
}

// differing returns the names of the columns whose values differ.
func differing(before, after []columnValue) []string {
	var names []string
	for i := range before {
		if !reflect.DeepEqual(before[i].value, after[i].value) {
			names = append(names, before[i].field.DBName)
		}
	}
	return names
}

// Remove removes one row within the scopes. An unknown row is 404 NOT_FOUND, a row with references from other rows 409
// HAS_LINKED_RECORDS.
func Remove[Row any](ctx context.Context, tx *DB, id int64, scopes ...Scope) error {
	var row Row
	removed := tx.WithContext(ctx).Scopes(scopes...).Where("id = ?", id).Delete(&row)
	if removed.Error == nil && removed.RowsAffected == 0 {
		return errs.NotFound("Registro não encontrado.")
	}
	return removed.Error
}
