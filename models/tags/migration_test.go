package tags_test

import (
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"acolhe/migrations"
	"acolhe/models/platform/dbtest"
)

// Tags that differ by nothing but case and accents become one, that for every collection if there is one, and so do
// their names in rows. Punctuation and collections tell tags apart.
func TestMigration_JoinsDuplicates(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	open := stdlib.OpenDBFromPool(connection.Pool)
	defer open.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, open, migrations.FS, goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.DownTo(t.Context(), 34); err != nil {
		t.Fatal(err)
	}
	execute(t, connection, `delete from tags`,
		`insert into tags (id, name, collection) values (11, 'pediatrico', 'users'), (12, 'Pediátrico', 'users'), (13, 'PEDIÁTRICO', null), (14, 'A+', 'users'), (15, 'A-', 'users'),
			(16, 'Urgente', 'orders'), (17, 'urgente', 'orders'), (18, 'Urgente', 'products')`,
		`update users set tags = '["pediatrico", "A+"]' where id = 1`, `update users set tags = '["Pediátrico", "pediatrico", "A-"]' where id = 3`,
		`update orders set tags = '["urgente", "pediatrico"]' where id = 1`, `update products set tags = '["urgente"]' where id = 1`)
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	var kept string
	if err := connection.Pool.QueryRow(t.Context(), "select string_agg(id || ' ' || name, ', ' order by id) from tags").Scan(&kept); err != nil || kept != "13 PEDIÁTRICO, 14 A+, 15 A-, 16 Urgente, 18 Urgente" {
		t.Errorf("these are kept: %s (%v)", kept, err)
	}
	// The text of the product is not that of a tag of orders.
	for table, want := range map[string]string{
		"users": `["PEDIÁTRICO", "A+"] ["PEDIÁTRICO", "A-"]`, "orders": `["Urgente", "pediatrico"]`, "products": `["urgente"]`,
	} {
		if tagged := tagsOf(t, connection, table); tagged != want {
			t.Errorf("%s have %s, want %s", table, tagged, want)
		}
	}
	if _, err := connection.Pool.Exec(t.Context(), "insert into tags (name, collection) values ('URGENTE', 'orders')"); err == nil {
		t.Error("a duplicate is stored after the migration")
	}
}
