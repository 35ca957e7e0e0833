package tags_test

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// tagsOf returns the tags of all rows of a table that have some, in the order of the ids.
func tagsOf(t *testing.T, connection *db.Connection, table string) string {
	t.Helper()
	var found string
	err := connection.Pool.QueryRow(t.Context(),
		"select coalesce(string_agg(tags::text, ' ' order by id), '') from "+table+" where tags <> '[]'").Scan(&found)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func execute(t *testing.T, connection *db.Connection, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := connection.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestChange_RenamesRows(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection,
		`update users set tags = '["VIP", "Prioritário"]' where id = 1`, `update users set tags = '["Prioritário", "Primeiro"]' where id = 3`,
		`update orders set tags = '["Prioritário"]' where id = 1`)
	rename := func(id int64, name string) error {
		_, err := tags.Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(dbtest.Today.Add(time.Hour)),
			tags.ChangeInput{ID: id, Fields: tags.Fields{Name: patch.Of(name)}})
		return err
	}
	if err := rename(1, "Primeiro"); err != nil {
		t.Fatal(err)
	}
	// The tag is for associates, so that the order keeps its equal text. No row has a name twice.
	if users, orders := tagsOf(t, connection, "users"), tagsOf(t, connection, "orders"); users != `["VIP", "Primeiro"] ["Primeiro"]` ||
		orders != `["Prioritário"]` {
		t.Errorf("users have %s, orders %s", users, orders)
	}
	execute(t, connection, `insert into tags (id, name) values (9, 'Geral')`, `update orders set tags = '["Geral"]' where id = 1`,
		`update products set tags = '["Geral"]' where id = 1`)
	if err := rename(9, "geral"); err != nil {
		t.Fatal(err)
	}
	if orders, products := tagsOf(t, connection, "orders"), tagsOf(t, connection, "products"); orders != `["geral"]` ||
		products != `["geral"]` {
		t.Errorf("orders have %s, products %s", orders, products)
	}
	// A refused name renames nothing.
	if err := rename(9, "ÚRGENTE"); !errs.HasCode(err, errs.CodeConflict) || tagsOf(t, connection, "orders") != `["geral"]` {
		t.Errorf("a name that orders have gave %v", err)
	}
}

func TestAdd_NameOnceForEachCollection(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	users, orders := patch.Of("users"), patch.Of("orders")
	for _, c := range []struct {
		fields  tags.Fields
		refused bool
	}{
		{tags.Fields{Name: patch.Of("PRIORITARIO"), Collection: users}, true},
		{tags.Fields{Name: patch.Of("prioritário")}, true},
		{tags.Fields{Name: patch.Of("Prioritário"), Collection: orders}, false},
		{tags.Fields{Name: patch.Of("Geral")}, false},
		{tags.Fields{Name: patch.Of("gêral"), Collection: orders}, true},
		{tags.Fields{Name: patch.Of("A+")}, false},
		{tags.Fields{Name: patch.Of("A-")}, false},
	} {
		_, err := tags.Add(t.Context(), connection.DB, dbtest.Bruno.Caller(), tags.AddInput{Fields: c.fields})
		if errs.HasCode(err, errs.CodeConflict) != c.refused || err != nil && !c.refused {
			t.Errorf("%+v gave %v", c.fields, err)
		}
	}
}

// Of two concurrent additions of the same tag, one for associates and one for all, one is refused.
func TestAdd_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	answers := make(chan error)
	for _, fields := range []tags.Fields{{Name: patch.Of("Desconto social"), Collection: patch.Of("users")},
		{Name: patch.Of("desconto SOCIAL")}} {
		go func() {
			_, err := tags.Add(t.Context(), connection.DB, dbtest.Bruno.Caller(), tags.AddInput{Fields: fields})
			answers <- err
		}()
	}
	refused := 0
	for range 2 {
		if err := <-answers; err != nil {
			refused++
		}
	}
	var stored int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from tags where tag_key(name) = 'desconto social'").
		Scan(&stored); err != nil || stored != 1 || refused != 1 {
		t.Errorf("%d stored, %d refused (%v)", stored, refused, err)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller()
	execute(t, connection, `insert into tags (id, name) values (9, 'Geral')`,
		`update users set tags = '["Geral", "Prioritário"]' where id = 1`,
		`update users set tags = '["Geral"]' where id = 3`, `update orders set tags = '["Geral"]' where id = 1`)
	into, undoID, err := tags.Join(t.Context(), connection.DB, bruno, tags.JoinInput{ID: 9, Into: 1})
	if err != nil || into.ID != 1 || into.Collection != nil || undoID == 0 {
		t.Fatalf("joined into %+v (%v)", into, err)
	}
	if users, orders := tagsOf(t, connection, "users"), tagsOf(t, connection, "orders"); users != `["Prioritário"] ["Prioritário"]` ||
		orders != `["Prioritário"]` {
		t.Errorf("users have %s, orders %s", users, orders)
	}
	if _, _, err := tags.Join(t.Context(), connection.DB, bruno, tags.JoinInput{ID: 9, Into: 1}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a tag that is gone gave %v", err)
	}
	if _, _, err := tags.Join(t.Context(), connection.DB, bruno, tags.JoinInput{ID: 1, Into: 1}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("a tag into itself gave %v", err)
	}
}

func TestRemoveWithUndo(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller()
	execute(t, connection, `update users set tags = '["VIP", "Prioritário"]' where id = 1`)
	undoID, err := tags.RemoveWithUndo(t.Context(), connection.DB, bruno, tags.RemoveInput{ID: 1})
	if err != nil || undoID == 0 || tagsOf(t, connection, "users") != `["VIP", "Prioritário"]` {
		t.Fatalf("a row lost the tag (%v)", err)
	}
	removed := tags.Removed{Tag: tags.Tag{ID: 1, Name: "Prioritário"}, Rows: map[string][]int64{"users": {1, 3}}}
	if err := tags.Restore(t.Context(), connection.DB, bruno, removed); err != nil ||
		tagsOf(t, connection, "users") != `["VIP", "Prioritário"] ["Prioritário"]` {
		t.Fatalf("after the undo %s (%v)", tagsOf(t, connection, "users"), err)
	}
	undoID, err = tags.RemoveWithUndo(t.Context(), connection.DB, bruno, tags.RemoveInput{ID: 1, FromRows: true})
	if err != nil || undoID == 0 || tagsOf(t, connection, "users") != `["VIP"]` {
		t.Errorf("rows still have %s (%v)", tagsOf(t, connection, "users"), err)
	}
	execute(t, connection, `insert into tags (id, name, collection) values (20, 'Muitos', 'products')`,
		`insert into products (code, name, tags) select 'P' || n, 'P', '["Muitos"]' from generate_series(1, 2001) n`)
	if undoID, err = tags.RemoveWithUndo(t.Context(), connection.DB, bruno, tags.RemoveInput{ID: 20, FromRows: true}); err != nil ||
		undoID != 0 {
		t.Errorf("2,001 rows gave undo %d (%v)", undoID, err)
	}
}

// Items of reception hold their tags in another column.
func TestChange_RenamesReception(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `insert into tags (id, name, collection) values (9, 'Retorno', 'reception')`,
		`update reception set labels = '["Retorno", "Outra"]' where id = 1`)
	by := dbtest.Bruno.Caller()
	labels := func() (found string) {
		if err := connection.Pool.QueryRow(t.Context(), "select labels::text from reception where id = 1").Scan(&found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	if _, err := tags.Change(t.Context(), connection.DB, by,
		tags.ChangeInput{ID: 9, Fields: tags.Fields{Name: patch.Of("Voltar a ligar")}}); err != nil || labels() != `["Voltar a ligar", "Outra"]` {
		t.Errorf("renamed to %s (%v)", labels(), err)
	}
	execute(t, connection, `insert into tags (id, name, collection) values (10, 'Outra', 'reception')`)
	if _, _, err := tags.Join(t.Context(), connection.DB, by, tags.JoinInput{ID: 9, Into: 10}); err != nil || labels() != `["Outra"]` {
		t.Errorf("joined to %s (%v)", labels(), err)
	}
	removed, err := tags.RemoveWithProgress(t.Context(), connection.DB, by, tags.RemoveInput{ID: 10, FromRows: true},
		func(int, int) error { return nil })
	if err != nil || labels() != `[]` {
		t.Errorf("removed to %s (%v)", labels(), err)
	}
	if err := tags.Restore(t.Context(), connection.DB, by, removed); err != nil || labels() != `["Outra"]` {
		t.Errorf("restored to %s (%v)", labels(), err)
	}
}
