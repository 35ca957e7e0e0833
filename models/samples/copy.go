package samples

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// cell is one column of a row, with its value beside its name.
type cell struct {
	column string
	value  any
}

// record is one row; all records of a table have the same columns in the same order.
type record []cell

// copier streams records into tables and counts them.
type copier struct {
	tx     pgx.Tx
	counts map[string]int
}

func (c *copier) copy(ctx context.Context, table string, records []record) error {
	if len(records) == 0 {
		return nil
	}
	columns := make([]string, len(records[0]))
	for i, cell := range records[0] {
		columns[i] = cell.column
	}
	values := make([]any, len(columns))
	source := pgx.CopyFromSlice(len(records), func(i int) ([]any, error) {
		for k, cell := range records[i] {
			values[k] = cell.value
		}
		return values, nil
	})
	n, err := c.tx.CopyFrom(ctx, pgx.Identifier{table}, columns, source)
	if err != nil {
		return fmt.Errorf("copy into %s: %w", table, err)
	}
	c.counts[table] += int(n)
	return nil
}

// report tells the copied rows in the order of marked.
func (c *copier) report() Report {
	var r Report
	for _, m := range marked {
		if n := c.counts[m.Table]; n > 0 {
			m.Count = n
			r.Tables = append(r.Tables, m)
			r.Total += n
		}
	}
	return r
}

// reserveIDs takes n ids from the table's sequence. They are taken before the rows are copied, because rows of other
// tables point to them, and one by one, because real rows may be written meanwhile.
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

// batch holds what a stretch of associates brings, until it is copied.
type batch struct {
	// upTo counts the associates of this batch and of those before it.
	upTo     int
	users    []*user
	orders   []*placed
	services []record
	visits   []record
	// stacks are all of these as rows, in the order that the foreign keys ask for.
	stacks []stack
}

// stack is rows of one table.
type stack struct {
	table   string
	records []record
}

func (b *batch) assignIDs(ctx context.Context, q Querier) error {
	userIDs, err := reserveIDs(ctx, q, "users", len(b.users))
	if err != nil {
		return err
	}
	for i, u := range b.users {
		u.id = userIDs[i]
	}
	orderIDs, err := reserveIDs(ctx, q, "orders", len(b.orders))
	if err != nil {
		return err
	}
	for i, o := range b.orders {
		o.ID = orderIDs[i]
	}
	return nil
}

// lay turns what has its ids into rows.
func (b *batch) lay() {
	var users, orders, changes []record
	for _, u := range b.users {
		users = append(users, u.record())
	}
	for _, o := range b.orders {
		orders = append(orders, o.record())
		changes = append(changes, o.history()...)
	}
	b.stacks = []stack{{"users", users}, {"orders", orders}, {"order_changes", changes}, {"services", b.services}, {"reception", b.visits}}
}

func (b *batch) copyAll(ctx context.Context, copied *copier) error {
	for _, s := range b.stacks {
		if err := copied.copy(ctx, s.table, s.records); err != nil {
			return err
		}
	}
	return nil
}

// given is the text, or null when there is none.
func given(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// asJSON encodes one of this package's own values; they always encode.
func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
