package settings_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// A request sees one configuration; a change within it is seen at once, one beside it by the next request.
func TestWithMemory(t *testing.T) {
	connection := dbtest.New(t)
	ctx := settings.WithMemory(t.Context())
	want := func(step string, want string) {
		t.Helper()
		stored, err := settings.Read(ctx, connection.DB, settings.AssociationName, settings.TimeZone)
		if got := settings.Of(stored, settings.AssociationName); err != nil || got != want {
			t.Errorf("%s: the name is %q (%v), want %q", step, got, err, want)
		}
	}
	store := func(name string) {
		t.Helper()
		if _, err := connection.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('system', 'association_name', to_jsonb($1::text))
			on conflict (system, key) do update set value = excluded.value`, name); err != nil {
			t.Fatal(err)
		}
	}
	want("nothing stored", settings.AssociationName.Default)
	store("Flor da Ilha")
	want("stored by another request", settings.AssociationName.Default)
	settings.Forget(ctx)
	want("forgotten", "Flor da Ilha")
	if err := settings.Put(ctx, connection.DB, auth.Caller{}, settings.AssociationName.To("Flor do Campo")); err != nil {
		t.Fatal(err)
	}
	want("stored by the same request", "Flor do Campo")
	store("Flor do Mar")
	if err := connection.DB.Transaction(func(tx *db.DB) error { return settings.Lock(ctx, tx, settings.AssociationName) }); err != nil {
		t.Fatal(err)
	}
	want("locked", "Flor do Mar")
	store("Flor da Serra")
	ctx = settings.WithMemory(t.Context())
	want("another request", "Flor da Serra")
}
