package db_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// A repeated search is planned for its own terms, not with PostgreSQL's generic plan.
func TestWithCustomPlan(t *testing.T) {
	t.Parallel()
	bare := func(tx *db.DB, run func(tx *db.DB) error) error { return run(tx) }
	for name, c := range map[string]struct {
		guard func(*db.DB, func(*db.DB) error) error
		want  bool
	}{"guarded": {db.WithCustomPlan, false}, "bare": {bare, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settled := false
			// One transaction is one connection, with its own prepared statements.
			err := dbtest.New(t).DB.Transaction(func(tx *db.DB) error {
				for range 10 {
					var ids []int64
					err := c.guard(tx, func(tx *db.DB) error {
						return tx.Raw("select id from users where search_text like '%' || fold(?) || '%' order by id limit 8", "ana").Find(&ids).Error
					})
					if err != nil || len(ids) == 0 {
						t.Fatalf("found %v, %v", ids, err)
					}
				}
				return tx.Raw("select coalesce(sum(generic_plans), 0) > 0 from pg_prepared_statements where statement like 'select id from users%'").
					Scan(&settled).Error
			})
			if err != nil || settled != c.want {
				t.Errorf("one plan for all words: %v, want %v (%v)", settled, c.want, err)
			}
		})
	}
}
