package tags_test

import (
	"slices"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
)

func TestOffered(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := connection.Pool.Exec(t.Context(), "insert into tags (name) values ('Ápice')"); err != nil {
		t.Fatal(err)
	}
	offered, err := tags.Offered(t.Context(), connection.DB, "users")
	if err != nil || !slices.Equal(offered.Names(), []string{"Ápice", "Prioritário"}) {
		t.Errorf("offered %v (%v)", offered, err)
	}
}
