package samples_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
	"acolhe/models/types/errs"
)

// What was placed for a sample goes with it, and what hangs on that; a product with a sample picture stays and still blocks.
func TestRemoveLinked(t *testing.T) {
	t.Parallel()
	pool := withRealRows(t)
	fill(t, pool)
	execute(t, pool, "update orders o set (user_id, user_code) = (select id, user_code from users where is_sample order by id limit 1) where id = 1")
	kept := one[int](t, pool, "select count(*) from orders where not is_sample and id <> 1")
	store := samples.Store{Pool: pool}
	linked, err := store.Linked(t.Context(), dbtest.Camila.Caller())
	if err != nil || len(linked) != 1 || !linked[0].GoesAlong || len(linked[0].Rows) != 1 || linked[0].Rows[0].ID != "1" ||
		linked[0].Rows[0].Name == "" {
		t.Errorf("linked is %+v, %v", linked, err)
	}
	if _, err := store.Linked(t.Context(), dbtest.Bruno.Caller()); errs.As(err) == nil || errs.As(err).Kind != errs.KindForbidden {
		t.Errorf("Bruno reads it: %v", err)
	}
	execute(t, pool, "update products set image_file_id = (select min(id) from files where is_sample) where id = 1")
	before := everything(t, pool)
	if _, err := samples.RemoveLinked(t.Context(), pool); !errs.HasCode(err, samples.CodeBlocked) {
		t.Errorf("a product with a sample picture: %v", err)
	}
	mustEqual(t, pool, before)
	execute(t, pool, "update products set image_file_id = null where id = 1")
	if _, err := samples.RemoveLinked(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	if left := one[int](t, pool, "select count(*) from orders"); left != kept {
		t.Errorf("%d orders are left, want %d", left, kept)
	}
	if left := one[int](t, pool, "select count(*) from users where is_sample"); left != 0 {
		t.Errorf("%d sample users are left", left)
	}
}
