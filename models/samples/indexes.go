package samples

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// largeTables are the tables that a load fills with hundreds of thousands of rows.
var largeTables = []string{"users", "orders", "order_changes", "services", "reception"}

// selectDroppable selects the indexes that are not unique and the foreign keys, which slow down
// inserting into the large tables. It omits the index on the orders of an associate, which the
// trigger that maintains last_orders uses.
const selectDroppable = `
	select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as definition, 1 as rank
	from pg_index
	where indrelid = any ($1::regclass[]) and not indisunique and not indisexclusion and indexrelid <> 'orders_user_id_idx'::regclass
	union all
	select format('alter table %s drop constraint %I', conrelid::regclass, conname),
		format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 2
	from pg_constraint
	where conrelid = any ($1::regclass[]) and contype = 'f'
	order by rank, definition`

// droppedIndex holds the statement that drops an index or a foreign key, and its definition.
type droppedIndex struct {
	Drop, Definition string
	Rank             int
}

// dropIndexes drops the indexes and foreign keys of empty tables until restoreIndexes creates them
// again, which takes half the time and uses all processors. It drops nothing if there are rows,
// because it would lock the tables for other users.
func dropIndexes(ctx context.Context, tx pgx.Tx) ([]droppedIndex, error) {
	empty, err := isEmpty(ctx, tx)
	if err != nil || !empty {
		return nil, err
	}
	rows, err := tx.Query(ctx, selectDroppable, largeTables)
	if err != nil {
		return nil, err
	}
	dropped, err := pgx.CollectRows(rows, pgx.RowToStructByPos[droppedIndex])
	if err != nil {
		return nil, fmt.Errorf("list indexes and foreign keys: %w", err)
	}
	for _, d := range dropped {
		if _, err := tx.Exec(ctx, d.Drop); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Drop, err)
		}
	}
	return dropped, nil
}

func isEmpty(ctx context.Context, tx pgx.Tx) (bool, error) {
	for _, table := range largeTables {
		var used bool
		if err := tx.QueryRow(ctx, "select exists (select from "+table+")").Scan(&used); err != nil || used {
			return false, err
		}
	}
	return true, nil
}

// restoreIndexes creates the dropped indexes and foreign keys.
func restoreIndexes(ctx context.Context, tx pgx.Tx, dropped []droppedIndex) error {
	for _, d := range dropped {
		if _, err := tx.Exec(ctx, d.Definition); err != nil {
			return fmt.Errorf("%s: %w", d.Definition, err)
		}
	}
	return nil
}
