package samples

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Removal counts the rows removed, by table.
type Removal struct {
	Deleted []TableCount `json:"deleted"`
	// Skipped lists the tables without sample rows.
	Skipped []string `json:"skipped"`
	Total   int      `json:"total"`
}

// Remove removes every sample row and its details in one transaction. If real rows refer to sample
// rows it returns 409 SAMPLE_DATA_BLOCKED with an entry for each kind of them, and if only sample
// operators have the role Administrador 409 LAST_ADMIN; it then removes nothing. Security events
// about sample rows remain.
func Remove(ctx context.Context, pool *pgxpool.Pool) (Removal, error) {
	return removeAfter(ctx, pool, func(context.Context, pgx.Tx) error { return nil })
}

// removeAfter is Remove after a first step of its transaction.
func removeAfter(ctx context.Context, pool *pgxpool.Pool, first func(context.Context, pgx.Tx) error) (Removal, error) {
	var removed Removal
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := begin(ctx, tx); err != nil {
			return err
		}
		if err := first(ctx, tx); err != nil {
			return err
		}
		if err := lockReferenced(ctx, tx); err != nil {
			return err
		}
		if err := refuseBlocked(ctx, tx); err != nil {
			return err
		}
		if err := refuseLastAdministrator(ctx, tx); err != nil {
			return err
		}
		var err error
		if removed, err = deleteAll(ctx, tx); err != nil {
			return err
		}
		if err := dropFees(ctx, tx); err != nil {
			return err
		}
		return settle(ctx, tx)
	})
	if err != nil {
		return Removal{}, fmt.Errorf("remove sample data: %w", db.Translate(err))
	}
	return removed, nil
}

// lockReferenced locks the sample rows to which other rows may refer, so that no real row can begin
// to refer to one between the check and the deletion: its transaction waits, and then fails because
// the sample row no longer exists.
func lockReferenced(ctx context.Context, tx pgx.Tx) error {
	for _, t := range sampleTables {
		if !isReferenced(t.Table) {
			continue
		}
		if _, err := tx.Exec(ctx, "select count(*) from (select from "+t.Table+" where is_sample order by id for update) locked"); err != nil {
			return fmt.Errorf("lock sample %s: %w", t.Table, err)
		}
	}
	return nil
}

// refuseLastAdministrator refuses to remove the last active administrators. If there is none, it
// refuses nothing.
func refuseLastAdministrator(ctx context.Context, tx pgx.Tx) error {
	var last bool
	err := tx.QueryRow(ctx, `select coalesce(bool_and(is_sample), false) from system_users
		where status = 'active' and permissions @> '["Administrador"]'`).Scan(&last)
	if err != nil || !last {
		return err
	}
	return errs.Conflict(operators.CodeLastAdmin, "A única conta ativa com o papel Administrador é de exemplo. "+
		"Dê este papel a outra pessoa com conta ativa e tente de novo.")
}

// deleteAll deletes the details first, which is faster than deleting them row by row through the
// foreign keys.
func deleteAll(ctx context.Context, tx pgx.Tx) (Removal, error) {
	counts := map[string]int{}
	for _, d := range details {
		deleted, err := tx.Exec(ctx, "delete from "+d.table+" where "+d.refersToSamples())
		if err != nil {
			return Removal{}, fmt.Errorf("delete sample %s: %w", d.table, err)
		}
		counts[d.table] += int(deleted.RowsAffected())
	}
	for _, t := range slices.Backward(sampleTables) {
		deleted, err := tx.Exec(ctx, "delete from "+t.Table+" where is_sample")
		if err != nil {
			return Removal{}, fmt.Errorf("delete sample %s: %w", t.Table, err)
		}
		counts[t.Table] += int(deleted.RowsAffected())
	}
	removed := Removal{Skipped: []string{}}
	removed.Deleted, removed.Total = tableCounts(counts)
	for _, t := range sampleTables {
		if counts[t.Table] == 0 {
			removed.Skipped = append(removed.Skipped, t.Table)
		}
	}
	return removed, nil
}
