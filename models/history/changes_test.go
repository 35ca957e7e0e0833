package history_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/history"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// changesOf returns the newest changes of Ana as a caller reads them.
func changesOf(t *testing.T, conn *db.Connection, by auth.Caller) []history.Change {
	t.Helper()
	changes, err := history.Changes(t.Context(), conn.DB, by, []associates.Associate{{ID: dbtest.Ana.ID}}, 20)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// A change keeps who made it and both values, whether a verb makes it or a statement for many rows.
func TestChanges(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := dbtest.Camila.Caller()
	ctx := db.WithActor(t.Context(), by)
	_, err := associates.Accounts{}.Change(ctx, conn.DB, by, associates.ChangeInput{ID: dbtest.Ana.ID,
		Profile:      associates.Profile{Phone: patch.Of("84988771020")},
		AccountInput: associates.AccountInput{AssociateCPF: patch.Of("11144477735")}})
	if err == nil {
		t.Fatal("João's CPF was taken")
	}
	_, err = associates.Accounts{}.Change(ctx, conn.DB, by,
		associates.ChangeInput{ID: dbtest.Ana.ID, Profile: associates.Profile{Phone: patch.Of("84988771020")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.DB.WithContext(ctx).Exec("update users set medications = 'óleo', session_token = null").Error; err != nil {
		t.Fatal(err)
	}
	changes := changesOf(t, conn, by)
	if len(changes) < 2 {
		t.Fatalf("%d changes, want 2", len(changes))
	}
	for _, name := range []string{"medications", "phone"} {
		i := slices.IndexFunc(changes, func(c history.Change) bool { return c.Changes[name].To != nil })
		if i < 0 {
			t.Fatalf("no change of %s in %+v", name, changes)
		}
		if got := changes[i]; got.Action != history.Updated || *got.ActorName != by.FullName() || *got.ActorCode != by.Code ||
			got.ActorKind != auth.Operator || len(got.Changes) != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Hidden columns and derived ones never enter the history, every other column does.
func TestChanges_EveryColumn(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var kept []string
	if err := conn.DB.Raw("select jsonb_object_keys(user_history(u)) from users u where id = ?", dbtest.Ana.ID).Scan(&kept).Error; err != nil {
		t.Fatal(err)
	}
	derived := []string{"date_created", "date_updated", "created_date", "invalid_fields", "is_sample", "pending_email_expires"}
	row := reflect.TypeFor[associates.Associate]()
	for i := range row.NumField() {
		column, _, _ := strings.Cut(strings.TrimPrefix(row.Field(i).Tag.Get("gorm"), "column:"), ";")
		isHidden := row.Field(i).Tag.Get("json") == "-"
		if column == "primaryKey" {
			column = "id"
		}
		if want := !isHidden && !slices.Contains(derived, column); slices.Contains(kept, column) != want {
			t.Errorf("the history has %s: %t, want %t", column, !want, want)
		}
	}
}

// A role that may not change associates reads that a confidential value changed, not the value.
func TestChanges_Withheld(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	if err := conn.DB.Exec("update users set allergies = 'dipirona', city = 'Natal' where id = ?", dbtest.Ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		by    auth.Caller
		reads bool
	}{"Acolhimento": {dbtest.Bruno.Caller(), true}, "Produção": {dbtest.Priscila.Caller(), false},
		"Financeiro": {dbtest.Fernando.Caller(), false}} {
		got := changesOf(t, conn, c.by)[0].Changes
		if (got["allergies"].To != nil) != c.reads || got["city"].To == nil {
			t.Errorf("%s reads %+v", name, got)
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, []string{"allergies", "city"}) {
			t.Errorf("%s: %v changed", name, names)
		}
	}
	for name, by := range map[string]auth.Caller{"a professional": dbtest.Renata.Caller(), "an associate": {Kind: auth.Associate}} {
		if got := changesOf(t, conn, by); got != nil {
			t.Errorf("%s reads %+v", name, got)
		}
	}
}

// A document that leaves a person is recorded; a person who goes takes the history along.
func TestChanges_Detached(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, statement := range []string{
		"insert into users (id, status, responsible_code, name) values (1500, 'patient', '" + dbtest.Ana.UserCode + "', 'Lia')",
		"insert into files (id, file_name, content_type, size, sha256, storage_key) values (1, 'rg.pdf', 'application/pdf', 1, repeat('a', 64), 'a')",
		"insert into users_files (file_id, user_id, doc_kind) values (1, 1500, 'rg')",
		"delete from users_files",
		"insert into users_files (file_id, user_id, doc_kind) values (1, 1500, 'rg')",
	} {
		if _, err := conn.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
	}
	patient := []associates.Associate{{ID: 1500}}
	changes, err := history.Changes(t.Context(), conn.DB, dbtest.Bruno.Caller(), patient, 1)
	if err != nil || len(changes) != 1 || changes[0].Action != history.Detached || string(changes[0].Changes["doc_kind"].From) != `"rg"` {
		t.Fatalf("%+v, %v", changes, err)
	}
	if _, err := conn.Pool.Exec(t.Context(), "delete from users where id = 1500"); err != nil {
		t.Fatal(err)
	}
	if changes, err = history.Changes(t.Context(), conn.DB, dbtest.Bruno.Caller(), patient, 1); err != nil || len(changes) != 0 {
		t.Errorf("%+v stay, %v", changes, err)
	}
}
