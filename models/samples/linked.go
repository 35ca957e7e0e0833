package samples

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/types/auth"
)

// maxLinked is the number of rows of a kind that Linked names.
const maxLinked = 50

// LinkedKind are real rows of a kind that refer to sample rows.
type LinkedKind struct {
	// Table is their table, Label their number and kind.
	Table, Label string
	// GoesAlong reports whether RemoveLinked removes them too.
	GoesAlong bool
	// Rows are the first 50.
	Rows []LinkedRow
}

// LinkedRow is a real row with the name that pages show, empty for none.
type LinkedRow struct{ ID, Name string }

// names has the expression of a row's name by table.
var names = map[string]string{
	"users":     "coalesce(nullif(associate_name, ''), concat_ws(' ', name, last_name))",
	"orders":    "name_associate",
	"services":  "associate_name",
	"reception": "coalesce(associate_name, name, email, '')",
	"contracts": "signer_name",
}

// Linked returns the real rows that keep the sample data from being removed. It returns 403 FORBIDDEN unless the caller is an
// administrator.
func (s Store) Linked(ctx context.Context, by auth.Caller) (kinds []LinkedKind, err error) {
	if err := require(by); err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		kinds, err = linked(ctx, tx)
		return err
	})
	return kinds, err
}

func linked(ctx context.Context, tx pgx.Tx) ([]LinkedKind, error) {
	counts, err := countReferences(ctx, tx)
	if err != nil {
		return nil, err
	}
	var kinds []LinkedKind
	for i, r := range references {
		if counts[i] == 0 {
			continue
		}
		kind := LinkedKind{Table: r.table(), Label: r.describe(counts[i]), GoesAlong: r.goesAlong}
		if kind.Rows, err = r.first(ctx, tx); err != nil {
			return nil, fmt.Errorf("rows of %s that refer to samples: %w", r.table(), err)
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

// first returns the first rows of the kind, none of a table whose rows have no page.
func (r reference) first(ctx context.Context, tx pgx.Tx) ([]LinkedRow, error) {
	name, hasPage := names[r.table()]
	if !hasPage {
		return nil, nil
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("select id::text, coalesce(%s, '') from %s where %s order by id limit %d", name, r.table(),
		r.condition(), maxLinked))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[LinkedRow])
}

// RemoveLinked removes the sample rows as Remove does, together with the real rows that go along and what refers to those. It
// returns the errors of Remove for what does not go along.
func RemoveLinked(ctx context.Context, pool *pgxpool.Pool) (Removal, error) {
	return removeAfter(ctx, pool, markLinked)
}

// markLinked makes samples of the real rows that go along, until there are no more.
func markLinked(ctx context.Context, tx pgx.Tx) error {
	for {
		var marked int64
		for _, r := range references {
			if !r.goesAlong || !hasSamples(r.table()) {
				continue
			}
			done, err := tx.Exec(ctx, "update "+r.table()+" set is_sample = true where "+r.condition())
			if err != nil {
				return fmt.Errorf("mark %s that refer to samples: %w", r.table(), err)
			}
			marked += done.RowsAffected()
		}
		if marked == 0 {
			return nil
		}
	}
}
