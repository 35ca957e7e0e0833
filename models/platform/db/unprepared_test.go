package db_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// PostgreSQL keeps no plan of an unprepared read, neither in a transaction nor outside, unless its text is the program's own.
func TestUnprepared(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reads func(*db.DB) *db.DB
		want  int
	}{"unprepared": {db.Unprepared, 0}, "prepared": {func(tx *db.DB) *db.DB { return tx }, 1},
		"not shaped": {func(tx *db.DB) *db.DB { return db.Unprepared(db.Prepared(tx)) }, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := -1
			// One transaction is one connection, with its own prepared statements.
			err := dbtest.New(t).DB.Transaction(func(tx *db.DB) error {
				for range 10 {
					var ids []int64
					err := c.reads(tx).Raw("select id from users where search_text like '%' || fold(?) || '%' order by id limit 8", "ana").Find(&ids).Error
					if err != nil || len(ids) == 0 {
						t.Fatalf("found %v, %v", ids, err)
					}
				}
				return tx.Raw("select count(*) from pg_prepared_statements where statement like 'select id from users%'").Scan(&kept).Error
			})
			if err != nil || kept != c.want {
				t.Errorf("%d statements are kept, want %d (%v)", kept, c.want, err)
			}
		})
	}
}
