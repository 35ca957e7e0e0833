// Package samples fills a database with a realistic association, so that every page has content,
// and removes it again without real rows. Every row that it writes has is_sample;
// models/samples/dataset generates the rows. It writes the tables directly, in bulk; its tests
// check that the rows follow the rules of the areas.
package samples

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"acolhe/models/platform/db"
	"acolhe/models/samples/dataset"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
)

// DefaultAssociates is the size of an association small enough for a person to survey.
const DefaultAssociates = 250

// batchSize limits the memory of a load: at most twice as many associates and their rows are in
// memory at once.
const batchSize = 1000

// Plan describes the association to load. The same plan loads the same rows, apart from ids.
type Plan struct {
	// Associates is the number of associates, which determines the number of all other rows. Zero means
	// DefaultAssociates.
	Associates int
	Seed       uint64
	// Now is the end of the three years of history.
	Now time.Time
	// Progress, if not nil, is called after each batch with the number of associates copied; indexes and statistics
	// follow after the last one.
	Progress func(associates int)
}

// Report counts the rows written, by table.
type Report struct {
	Tables []TableCount
	Total  int
}

// Load writes the association in one transaction. It returns 409 CONFLICT if there are already
// sample rows.
func Load(ctx context.Context, pool *pgxpool.Pool, plan Plan) (Report, error) {
	if plan.Associates == 0 {
		plan.Associates = DefaultAssociates
	}
	l := loader{pool: pool, plan: plan, data: dataset.New(plan.Seed, plan.Now), copier: copier{counts: map[string]int{}}}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		l.tx = tx
		if err := refuseLoaded(ctx, tx); err != nil {
			return err
		}
		if err := l.copyShared(ctx); err != nil {
			return err
		}
		if err := l.copyAssociates(ctx); err != nil {
			return err
		}
		return settle(ctx, tx)
	})
	if err != nil {
		return Report{}, fmt.Errorf("load sample data: %w", db.Translate(err))
	}
	var report Report
	report.Tables, report.Total = tableCounts(l.counts)
	return report, nil
}

// refuseLoaded calls begin and refuses a database with sample rows.
func refuseLoaded(ctx context.Context, tx pgx.Tx) error {
	if err := begin(ctx, tx); err != nil {
		return err
	}
	counts, err := Count(ctx, tx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(counts, func(c TableCount) bool { return c.Count > 0 }) {
		return errs.Conflict(errs.CodeConflict, "Já existem dados de exemplo. Remova-os antes de carregar outros.")
	}
	return nil
}

// begin prepares a transaction for bulk work, and waits until no other load or removal is running.
func begin(ctx context.Context, tx pgx.Tx) error {
	for _, setting := range []string{
		// A large association takes longer than the timeout of pages.
		"set local statement_timeout = 0",
		// A long pending list makes the trigram indexes a quarter faster.
		"set local work_mem = '64MB'",
		"set local gin_pending_list_limit = '32MB'",
		// Indexes that are created at the end are sorted in memory.
		"set local maintenance_work_mem = '256MB'",
	} {
		if _, err := tx.Exec(ctx, setting); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtext('acolhe.samples'))")
	return err
}

// settle brings the tables into the state of a database that has grown over time: it merges the pending lists of the
// search indexes, which a search reads sequentially, adds the rows to the sums of the analytics, and updates the planner's
// statistics.
func settle(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		select gin_clean_pending_list(c.oid)
		from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
		where a.amname = 'gin' and i.indrelid in ('users'::regclass, 'orders'::regclass, 'services'::regclass, 'reception'::regclass)`)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "select compact_rollups()"); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "analyze users, last_orders, counters, professionals, products, orders, order_changes, services, reception")
	return err
}

// loader is one load in its transaction.
type loader struct {
	copier
	pool *pgxpool.Pool
	plan Plan
	data *dataset.Dataset
}

// copyShared copies the rows that all associates share, except existing tags.
func (l *loader) copyShared(ctx context.Context) error {
	ids, err := reserveIDs(ctx, l.tx, "professionals", len(l.data.Professionals))
	if err != nil {
		return err
	}
	l.data.SetProfessionalIDs(ids)
	missing, err := missingTags(ctx, l.tx, l.data.Tags)
	if err != nil {
		return err
	}
	if err := chargeFees(ctx, l.tx); err != nil {
		return err
	}
	return l.copyAll(ctx, l.data.Operators, l.data.Professionals, l.data.Donations, l.data.Products, missing)
}

func missingTags(ctx context.Context, q Querier, wanted []tags.Tag) ([]tags.Tag, error) {
	rows, err := q.Query(ctx, "select collection || ':' || name from tags where collection is not null")
	if err != nil {
		return nil, err
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return slices.DeleteFunc(slices.Clone(wanted), func(t tags.Tag) bool {
		return slices.Contains(stored, *t.Collection+":"+t.Name)
	}), err
}

// copyAssociates copies the associates and all their rows. A batch is generated while the one
// before it is copied.
func (l *loader) copyAssociates(ctx context.Context) error {
	dropped, err := dropIndexes(ctx, l.tx)
	if err != nil {
		return err
	}
	batches := make(chan *dataset.Batch)
	work, ctxOfBoth := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(batches)
		return l.generate(ctxOfBoth, batches)
	})
	work.Go(func() error { return l.copyBatches(ctxOfBoth, batches) })
	if err := work.Wait(); err != nil {
		return err
	}
	return restoreIndexes(ctx, l.tx, dropped)
}

// generate sends the batches with their row ids. It reserves the ids through the pool, because the
// connection of the transaction is copying.
func (l *loader) generate(ctx context.Context, batches chan<- *dataset.Batch) error {
	for from := 0; from < l.plan.Associates; from += batchSize {
		b := l.data.Batch(from, min(from+batchSize, l.plan.Associates))
		associateIDs, err := reserveIDs(ctx, l.pool, "users", len(b.Associates))
		if err != nil {
			return err
		}
		orderIDs, err := reserveIDs(ctx, l.pool, "orders", len(b.Orders))
		if err != nil {
			return err
		}
		serviceIDs, err := reserveIDs(ctx, l.pool, "services", len(b.Services))
		if err != nil {
			return err
		}
		b.SetIDs(associateIDs, orderIDs, serviceIDs)
		select {
		case batches <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (l *loader) copyBatches(ctx context.Context, batches <-chan *dataset.Batch) error {
	copied := 0
	for b := range batches {
		if err := l.copyAll(ctx, b.Associates, b.Orders, b.Events, b.Services, b.Contests, b.Reception); err != nil {
			return err
		}
		copied = min(copied+batchSize, l.plan.Associates)
		if l.plan.Progress != nil {
			l.plan.Progress(copied)
		}
	}
	return nil
}

// copyAll copies slices of rows in the given order, in which referenced tables come first.
func (l *loader) copyAll(ctx context.Context, tables ...any) error {
	for _, rows := range tables {
		if err := l.copy(ctx, rows); err != nil {
			return err
		}
	}
	return nil
}
