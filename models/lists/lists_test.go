package lists_test

import (
	"slices"
	"testing"

	"acolhe/models/lists"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/preferences"
	"acolhe/models/platform/savedviews"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// A list has the views that its operator sees, in their order, their own columns and the tags of its collection.
func TestRead(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno, fernando := dbtest.Bruno.Caller(), dbtest.Fernando.Caller()
	save(t, connection, bruno, "zebra")
	save(t, connection, fernando, "alheia")
	save(t, connection, fernando, "comum", auth.Acolhimento)
	chosen := preferences.ColumnsInput{List: "pedidos", Columns: []string{"total"}, Offered: []string{"numero", "total"}}
	if err := preferences.ChooseColumns(t.Context(), connection.DB, bruno, chosen); err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Pool.Exec(t.Context(),
		"insert into tags (name, collection, color) values ('Só de produtos', 'products', '#112233'), ('Água', 'orders', '#0f766e')"); err != nil {
		t.Fatal(err)
	}
	got, err := lists.Read(t.Context(), connection.DB, bruno, "pedidos", "orders")
	if err != nil || len(got.Views) != 2 || got.Views[0].Name != "zebra" || got.Views[0].Query != "q=zebra" || got.Views[1].Name != "comum" ||
		!got.Views[1].IsShared() {
		t.Errorf("views %+v (%v)", got.Views, err)
	}
	if !slices.Equal(got.Columns, []string{"total"}) {
		t.Errorf("columns %v", got.Columns)
	}
	if names := got.Tags.Names(); names[0] != "Água" || slices.Contains(names, "Só de produtos") || !slices.Contains(names, "Urgente") ||
		got.Tags.Color("Água") != "#0f766e" {
		t.Errorf("tags %+v", got.Tags)
	}
	others, err := lists.Read(t.Context(), connection.DB, fernando, "associados", "users")
	if err != nil || len(others.Views) > 0 || len(others.Columns) > 0 {
		t.Errorf("another list of another operator has %+v (%v)", others, err)
	}
}

func save(t *testing.T, connection *db.Connection, by auth.Caller, name string, roles ...auth.Role) {
	t.Helper()
	fields := savedviews.Fields{Name: patch.Of(name), Query: patch.Of("q=" + name), SharedWith: patch.Of(roles)}
	if _, err := savedviews.Save(t.Context(), connection.DB, by, savedviews.SaveInput{Page: "pedidos", Fields: fields}); err != nil {
		t.Fatal(err)
	}
}
