package associates_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

func TestAddTag_AllOrNone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	tagged := func() int { return count(t, connection, `tags @> '["Retorno"]'`) }
	add := func(ids ...int64) (associates.Tagged, error) {
		return associates.AddTag(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), associates.TagInput{IDs: ids, Tag: " Retorno "})
	}
	for _, refused := range []int64{dbtest.Miguel.ID, 999} {
		if _, err := add(dbtest.Ana.ID, refused); !errs.HasCode(err, errs.CodeNotFound) || tagged() != 0 {
			t.Errorf("with %d: %v, %d wear it", refused, err, tagged())
		}
	}
	if wear, err := add(dbtest.Joao.ID, dbtest.Ana.ID, dbtest.Joao.ID); err != nil || wear.Count != 2 || len(wear.Changed) != 2 ||
		tagged() != 2 {
		t.Errorf("%v wear it, %d in the table (%v)", wear, tagged(), err)
	}
	removed, err := associates.RemoveTag(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now),
		associates.TagInput{IDs: []int64{dbtest.Ana.ID, dbtest.Carla.ID}, Tag: "Retorno"})
	if err != nil || removed.Count != 2 || len(removed.Changed) != 1 || tagged() != 1 {
		t.Errorf("taken from %v, %d still wear it (%v)", removed, tagged(), err)
	}
}

// An existing tag does not change a row, and one row with too many tags refuses the whole change.
func TestAddTag_TooManyOrTwice(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, `update users set tags = '["Retorno"]' where id = ?`, dbtest.Ana.ID)
	exec(t, connection, `update users set tags = (select jsonb_agg('T' || n) from generate_series(1, 50) n) where id = ?`, dbtest.Carla.ID)
	everybody := func() string {
		return rowOf(t, connection, dbtest.Ana.ID) + rowOf(t, connection, dbtest.Joao.ID) + rowOf(t, connection, dbtest.Carla.ID)
	}
	before := everybody()
	input := associates.TagInput{IDs: []int64{dbtest.Ana.ID}, Tag: "Retorno"}
	if _, err := associates.AddTag(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); err != nil {
		t.Fatal(err)
	}
	input.IDs = []int64{dbtest.Ana.ID, dbtest.Joao.ID, dbtest.Carla.ID}
	if _, err := associates.AddTag(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); paths(err) != "tags" {
		t.Errorf("beyond the limit: %v", err)
	}
	if after := everybody(); after != before {
		t.Errorf("the rows were\n%s\nand are\n%s", before, after)
	}
}
