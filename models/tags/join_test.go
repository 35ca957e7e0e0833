package tags_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
)

// A row gets the tags back that it had, unless it lost the joined one since.
func TestSeparate(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller()
	execute(t, connection, `insert into tags (id, name) values (9, 'Geral')`,
		`update users set tags = '["Geral", "Prioritário"]' where id = 1`,
		`update users set tags = '["VIP", "Geral"]' where id = 3`, `update users set tags = '["Prioritário"]' where id = 5`,
		`update orders set tags = '["Geral"]' where id in (1, 2)`)
	joined, err := tags.JoinWithProgress(t.Context(), connection.DB, bruno, tags.JoinInput{ID: 9, Into: 1},
		func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	execute(t, connection, `update orders set tags = '[]' where id = 2`)
	if err := tags.Separate(t.Context(), connection.DB, bruno, joined); err != nil {
		t.Fatal(err)
	}
	if users, orders := tagsOf(t, connection, "users"),
		tagsOf(t, connection, "orders"); users != `["Prioritário", "Geral"] ["VIP", "Geral"] ["Prioritário"]` || orders != `["Geral"]` {
		t.Errorf("users have %s, orders %s", users, orders)
	}
	into, err := tags.FindFor(t.Context(), connection.DB, bruno, 1)
	if err != nil || into.Collection == nil || *into.Collection != "users" {
		t.Errorf("the other tag is %+v (%v)", into, err)
	}
	if err := tags.Separate(t.Context(), connection.DB, bruno, joined); err == nil {
		t.Error("they are separated twice")
	}
	execute(t, connection, `delete from tags where id = 1`)
	if err := tags.Separate(t.Context(), connection.DB, bruno, joined); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("without the other tag: %v", err)
	}
}
