// Package samples fills a database with a believable association, so that every page has something to show: people,
// catalogue, orders, services and a reception with somebody waiting. Everything it writes is marked is_sample and
// determined by a seed; only the row ids come from the database. Marked rows can be removed again without anything real.
// It writes the tables directly, in bulk, and does not own the rules of the areas: its tests check that it keeps them.
package samples

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// DefaultAssociates is the size of an association that one person can look over.
const DefaultAssociates = 250

// batchSize bounds the memory of a load: twice that many associates, with all that belongs to them, are held at once.
const batchSize = 1000

// Plan says which association to make. The same plan makes the same rows, ids aside.
type Plan struct {
	// Associates counts the associates; patients, orders and the rest follow from them. Zero means DefaultAssociates.
	Associates int
	Seed       uint64
	// Now is the moment at which the three years of history end.
	Now time.Time
	// Progress is told after each batch how many associates are copied; indexes and statistics come after the last. Nil
	// tells nobody.
	Progress func(associates int)
}

func (p Plan) tell(associates int) {
	if p.Progress != nil {
		p.Progress(associates)
	}
}

// Report says what was written, table by table.
type Report struct {
	Tables []TableCount
	Total  int
}

// Load writes the association in one transaction. It answers 409 CONFLICT when sample rows are there already.
func Load(ctx context.Context, pool *pgxpool.Pool, plan Plan) (Report, error) {
	if plan.Associates == 0 {
		plan.Associates = DefaultAssociates
	}
	copied := &copier{counts: map[string]int{}}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		copied.tx = tx
		if err := prepare(ctx, tx); err != nil {
			return err
		}
		house, err := foundHouse(ctx, copied, plan)
		if err != nil {
			return err
		}
		if err := house.fill(ctx, pool, copied); err != nil {
			return err
		}
		return settle(ctx, tx)
	})
	if err != nil {
		return Report{}, fmt.Errorf("load sample data: %w", db.Translate(err))
	}
	return copied.report(), nil
}

// prepare refuses a database that holds sample rows.
func prepare(ctx context.Context, tx pgx.Tx) error {
	if err := begin(ctx, tx); err != nil {
		return err
	}
	counts, err := Count(ctx, tx)
	if err != nil {
		return err
	}
	for _, c := range counts {
		if c.Count > 0 {
			return errs.Conflict(errs.CodeConflict, "Já existem dados de exemplo. Remova-os antes de carregar outros.")
		}
	}
	return nil
}

// begin gives a load or a removal the means of bulk work, and keeps another one out until it commits.
func begin(ctx context.Context, tx pgx.Tx) error {
	for _, setting := range []string{
		// A large association takes longer than any page may.
		"set local statement_timeout = 0",
		// With a long pending list the trigram indexes take a quarter less time.
		"set local work_mem = '64MB'",
		"set local gin_pending_list_limit = '32MB'",
		// Indexes that are made at the end are sorted in memory.
		"set local maintenance_work_mem = '256MB'",
	} {
		if _, err := tx.Exec(ctx, setting); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtext('acolhe.samples'))")
	return err
}

// settle brings the tables into the state of a database that has grown over time: the pending lists of the search indexes
// are merged, because a search reads them from end to end, and the planner's statistics are fresh.
func settle(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `
		select gin_clean_pending_list(c.oid)
		from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
		where a.amname = 'gin' and i.indrelid in ('users'::regclass, 'orders'::regclass, 'services'::regclass, 'reception'::regclass)`)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "analyze users, last_orders, tallies, professionals, products, orders, order_changes, services, reception")
	return err
}

// fill makes the associates with all that belongs to them and copies them: one batch is made while the one before it is
// being copied.
func (h *house) fill(ctx context.Context, pool *pgxpool.Pool, copied *copier) error {
	taken, err := lighten(ctx, copied.tx)
	if err != nil {
		return err
	}
	made := make(chan *batch)
	work, ctxOfBoth := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(made)
		return h.makeBatches(ctxOfBoth, pool, made)
	})
	work.Go(func() error {
		for b := range made {
			if err := b.copyAll(ctxOfBoth, copied); err != nil {
				return err
			}
			h.plan.tell(b.upTo)
		}
		return nil
	})
	if err := work.Wait(); err != nil {
		return err
	}
	return restore(ctx, copied.tx, taken)
}

// makeBatches makes batch after batch, ready to be copied. Their ids come through the pool, because the connection of the
// transaction is copying.
func (h *house) makeBatches(ctx context.Context, pool *pgxpool.Pool, made chan<- *batch) error {
	for from := 0; from < h.plan.Associates; from += batchSize {
		b := &batch{upTo: min(from+batchSize, h.plan.Associates)}
		for n := from; n < b.upTo; n++ {
			h.household(b, n)
		}
		if err := b.assignIDs(ctx, pool); err != nil {
			return err
		}
		b.lay()
		select {
		case made <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// household makes everything that belongs to one associate from a random source of its own, so that it does not depend on
// the size of the association or of the batch.
func (h *house) household(b *batch, n int) {
	c := chanceOf(h.plan.Seed, uint64(n))
	a := h.associate(c, n)
	patients := h.patients(c, a, n)
	h.keepPapers(a, patients, n)
	b.users = append(b.users, a)
	b.users = append(b.users, patients...)
	if a.status == statusAssociado {
		h.orders(c, b, a)
		h.services(c, b, a, patients)
	}
	h.visits(c, b, a, n)
}
