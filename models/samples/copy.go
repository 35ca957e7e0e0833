package samples

import (
	"context"
	"database/sql/driver"
	"fmt"
	"reflect"
	"sync"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm/schema"
)

// copier streams rows into tables and counts them.
type copier struct {
	tx      pgx.Tx
	schemas sync.Map
	counts  map[string]int
}

// copy streams a slice of rows of one type into its table, with the columns, values and serializers
// of the type's GORM schema. A column without a value in any row is omitted and gets the database's
// default.
func (c *copier) copy(ctx context.Context, rows any) error {
	table, err := schema.Parse(rows, &c.schemas, schema.NamingStrategy{})
	if err != nil {
		return err
	}
	list := reflect.ValueOf(rows)
	columns, fields := filledColumns(ctx, table, list)
	if len(columns) == 0 {
		return nil
	}
	values := make([]any, len(fields))
	source := pgx.CopyFromSlice(list.Len(), func(i int) ([]any, error) {
		for k, field := range fields {
			value, _ := field.ValueOf(ctx, list.Index(i))
			if values[k], err = driver.DefaultParameterConverter.ConvertValue(value); err != nil {
				return nil, fmt.Errorf("column %s: %w", field.DBName, err)
			}
		}
		return values, nil
	})
	n, err := c.tx.CopyFrom(ctx, pgx.Identifier{table.Table}, columns, source)
	if err != nil {
		return fmt.Errorf("copy into %s: %w", table.Table, err)
	}
	c.counts[table.Table] += int(n)
	return nil
}

// filledColumns returns the columns that can be written and that have a value in some row.
func filledColumns(ctx context.Context, table *schema.Schema, rows reflect.Value) (columns []string, fields []*schema.Field) {
	for _, field := range table.Fields {
		if field.DBName == "" || !field.Creatable {
			continue
		}
		for i := range rows.Len() {
			if _, isZero := field.ValueOf(ctx, rows.Index(i)); !isZero {
				columns, fields = append(columns, field.DBName), append(fields, field)
				break
			}
		}
	}
	return columns, fields
}

// reserveIDs returns n ids of the table's sequence. They are reserved before the rows are copied, because rows of other
// tables refer to them, and one by one, because other transactions may insert rows meanwhile.
func reserveIDs(ctx context.Context, q Querier, table string, n int) ([]int64, error) {
	rows, err := q.Query(ctx, `
		with source as materialized (select pg_get_serial_sequence($1, 'id')::regclass as ids)
		select nextval(ids) from source, generate_series(1, $2)`, table, n)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("reserve ids of %s: %w", table, err)
	}
	return ids, nil
}
