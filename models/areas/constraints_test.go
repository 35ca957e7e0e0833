package areas_test

import (
	"testing"

	"acolhe/models/associates"
	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/savedviews"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/tokens"
)

// Every message is for an existing constraint.
func TestConstraints_Exist(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const named = `SELECT count(*) > 0 FROM (SELECT conname AS name FROM pg_constraint UNION SELECT relname FROM pg_class WHERE relkind = 'i') n WHERE name = ?`
	for _, row := range []db.Constrained{
		associates.Associate{}, operators.Operator{}, orders.Order{}, products.Product{}, professionals.Professional{}, savedviews.View{},
		tags.Tag{}, tokens.Token{},
	} {
		for name := range row.Constraints() {
			var exists bool
			if err := conn.DB.Raw(named, name).Scan(&exists).Error; err != nil || !exists {
				t.Errorf("%T, constraint %s: exists %v, %v", row, name, exists, err)
			}
		}
	}
}
