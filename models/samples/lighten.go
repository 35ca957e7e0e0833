package samples

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// crowded are the tables that a load fills with hundreds of thousands of rows.
var crowded = []string{"users", "orders", "order_changes", "services", "reception"}

// burdens selects what makes inserting into the crowded tables slow: indexes that are not unique, and foreign keys. The
// index on the orders of an associate stays, because the trigger that keeps last_orders uses it.
const burdens = `
	select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make, 1 as turn
	from pg_index
	where indrelid = any ($1::regclass[]) and not indisunique and not indisexclusion and indexrelid <> 'orders_user_id_idx'::regclass
	union all
	select format('alter table %s drop constraint %I', conrelid::regclass, conname),
		format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 2
	from pg_constraint
	where conrelid = any ($1::regclass[]) and contype = 'f'
	order by turn, make`

// burden is one of them, with the statements that take it away and bring it back.
type burden struct {
	Drop, Make string
	Turn       int
}

// lighten drops the burdens of empty tables until restore makes them again: made at once from all rows they take half the
// time, on all processors. It drops nothing where there are rows, because the tables would be locked for everybody who
// works with them.
func lighten(ctx context.Context, tx pgx.Tx) ([]burden, error) {
	empty, err := isEmpty(ctx, tx)
	if err != nil || !empty {
		return nil, err
	}
	rows, err := tx.Query(ctx, burdens, crowded)
	if err != nil {
		return nil, err
	}
	taken, err := pgx.CollectRows(rows, pgx.RowToStructByPos[burden])
	if err != nil {
		return nil, fmt.Errorf("list indexes and foreign keys: %w", err)
	}
	for _, b := range taken {
		if _, err := tx.Exec(ctx, b.Drop); err != nil {
			return nil, fmt.Errorf("%s: %w", b.Drop, err)
		}
	}
	return taken, nil
}

func isEmpty(ctx context.Context, tx pgx.Tx) (bool, error) {
	for _, table := range crowded {
		var used bool
		if err := tx.QueryRow(ctx, "select exists (select from "+table+")").Scan(&used); err != nil || used {
			return false, err
		}
	}
	return true, nil
}

// restore makes what lighten took away, over all rows at once.
func restore(ctx context.Context, tx pgx.Tx, taken []burden) error {
	for _, b := range taken {
		if _, err := tx.Exec(ctx, b.Make); err != nil {
			return fmt.Errorf("%s: %w", b.Make, err)
		}
	}
	return nil
}
