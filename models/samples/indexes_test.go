package samples_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db/schema"
	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
)

// schemaOf returns a description of every valid index and constraint of the tables.
func schemaOf(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	return column[string](t, pool, `
		select pg_get_indexdef(indexrelid) from pg_index where indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
		union all
		select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
		where convalidated and connamespace = 'public'::regnamespace
		order by 1`)
}

// empty returns a database with the schema and no rows.
func empty(t *testing.T) *pgxpool.Pool {
	t.Helper()
	conn := dbtest.Empty(t)
	if err := schema.Migrate(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	return conn.Pool
}

func TestLoad_SchemaUnchanged(t *testing.T) {
	t.Parallel()
	for name, pool := range map[string]*pgxpool.Pool{"empty": empty(t), "in use": dbtest.New(t).Pool} {
		before := schemaOf(t, pool)
		if _, err := samples.Load(t.Context(), pool, plan(30, 3)); err != nil {
			t.Fatal(err)
		}
		if after := schemaOf(t, pool); !slices.Equal(before, after) {
			t.Errorf("database %s: a load changed the schema from\n%v\nto\n%v", name, before, after)
		}
	}
}

func TestLoad_EmptyDatabase(t *testing.T) {
	t.Parallel()
	beside, _ := loaded(t, plan(40, 7))
	alone := empty(t)
	if _, err := samples.Load(t.Context(), alone, plan(40, 7)); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"users", "orders", "order_changes", "services", "reception"} {
		if !slices.Equal(content(t, beside, table), content(t, alone, table)) {
			t.Errorf("%s differs in an empty database", table)
		}
	}
	const stale = `select count(*) from users u join last_orders l on l.user_id = u.id
		where l.taken_at is distinct from (select max(date_created) from orders where user_id = u.id)
			or l.first_at is distinct from (select min(date_created) from orders where user_id = u.id and status <> 'Cancelado')`
	if wrong := one[int](t, alone, stale); wrong > 0 {
		t.Errorf("%d last orders do not follow the orders", wrong)
	}
}

// A load into a database in use does not block its readers, nor they the load.
func TestLoad_ReadersNotBlocked(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	reader, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Rollback(t.Context()) }()
	if _, err := reader.Exec(t.Context(), "select from users, orders, order_changes, services, reception limit 1"); err != nil {
		t.Fatal(err)
	}
	// Only a load that waits for the reader runs into the timeout.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := samples.Load(ctx, pool, plan(5, 3)); err != nil {
		t.Errorf("beside an open reader: %v", err)
	}
}
