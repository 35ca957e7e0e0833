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

// Removal says what was removed, table by table.
type Removal struct {
	Deleted []TableCount `json:"deleted"`
	// Skipped names the tables that held no sample rows.
	Skipped []string `json:"skipped"`
	Total   int      `json:"total"`
}

// Remove takes every sample row away, with the details that belong to it alone, in one transaction. It answers 409
// SAMPLE_DATA_BLOCKED, with an entry for each kind of them, when real rows refer to sample rows, and 409 LAST_ADMIN when
// only sample operators administer; nothing is removed then.
// What people did to sample rows stays on record: security events, and who took or wrote what.
func Remove(ctx context.Context, pool *pgxpool.Pool) (Removal, error) {
	var removed Removal
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := begin(ctx, tx); err != nil {
			return err
		}
		if err := hold(ctx, tx); err != nil {
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
		return settle(ctx, tx)
	})
	if err != nil {
		return Removal{}, fmt.Errorf("remove sample data: %w", db.Translate(err))
	}
	return removed, nil
}

// hold keeps the sample rows that others may refer to, so that nothing real comes to refer to one between the look and
// the deletion: whoever tries waits, and is then told that the row does not exist.
func hold(ctx context.Context, tx pgx.Tx) error {
	for _, m := range marked {
		if !isReferredTo(m.Table) {
			continue
		}
		if _, err := tx.Exec(ctx, "select count(*) from (select from "+m.Table+" where is_sample order by id for update) held"); err != nil {
			return fmt.Errorf("hold sample %s: %w", m.Table, err)
		}
	}
	return nil
}

// refuseLastAdministrator keeps the removal from taking the last administrator; without any it does not object.
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

// deleteAll deletes the details first, which is quicker than leaving them to the foreign keys row by row.
func deleteAll(ctx context.Context, tx pgx.Tx) (Removal, error) {
	counts := map[string]int{}
	for _, d := range details {
		deleted, err := tx.Exec(ctx, "delete from "+d.table+" where "+d.refersToSamples())
		if err != nil {
			return Removal{}, fmt.Errorf("delete sample %s: %w", d.table, err)
		}
		counts[d.table] += int(deleted.RowsAffected())
	}
	for _, m := range slices.Backward(marked) {
		deleted, err := tx.Exec(ctx, "delete from "+m.Table+" where is_sample")
		if err != nil {
			return Removal{}, fmt.Errorf("delete sample %s: %w", m.Table, err)
		}
		counts[m.Table] += int(deleted.RowsAffected())
	}
	return removalOf(counts), nil
}

func removalOf(counts map[string]int) Removal {
	r := Removal{Deleted: []TableCount{}, Skipped: []string{}}
	for _, m := range marked {
		if m.Count = counts[m.Table]; m.Count == 0 {
			r.Skipped = append(r.Skipped, m.Table)
			continue
		}
		r.Deleted = append(r.Deleted, m)
		r.Total += m.Count
	}
	return r
}
