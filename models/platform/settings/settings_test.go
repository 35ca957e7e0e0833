package settings_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/settings"
)

func TestGet_Cascade(t *testing.T) {
	connection := dbtest.New(t)
	key := settings.Key[bool]{System: "store", Name: "freight.apply_to_total", Default: true}
	if key.EnvironmentName() != "STORE_FREIGHT_APPLY_TO_TOTAL" {
		t.Errorf("the environment name is %s", key.EnvironmentName())
	}
	want := func(step string, want bool) {
		t.Helper()
		if got, err := settings.Get(t.Context(), connection.DB, key); err != nil || got != want {
			t.Errorf("%s: %v (%v), want %v", step, got, err, want)
		}
	}
	store := func(value string) {
		t.Helper()
		_, err := connection.Pool.Exec(t.Context(),
			`insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', $1)
			on conflict (system, key) do update set value = excluded.value`, value)
		if err != nil {
			t.Fatal(err)
		}
	}
	want("default", true)
	t.Setenv("STORE_FREIGHT_APPLY_TO_TOTAL", "false")
	want("environment", false)
	t.Setenv("STORE_FREIGHT_APPLY_TO_TOTAL", "talvez")
	want("an environment value of the wrong type", true)
	store("false")
	want("database", false)
	store(`"texto"`)
	t.Setenv("STORE_FREIGHT_APPLY_TO_TOTAL", "false")
	want("a stored value of the wrong type", false)
}

func TestGet_TextsAndTimeZone(t *testing.T) {
	connection := dbtest.New(t)
	t.Setenv("SYSTEM_ASSOCIATION_NAME", "Flor da Ilha")
	if name, err := settings.Get(t.Context(), connection.DB, settings.AssociationName); err != nil || name != "Flor da Ilha" {
		t.Errorf("the name is %q (%v)", name, err)
	}
	for _, zone := range []struct{ set, want string }{{"America/Manaus", "America/Manaus"}, {"Lua/Cratera", "America/Sao_Paulo"},
		{"", "America/Sao_Paulo"}} {
		t.Setenv("SYSTEM_TIME_ZONE", zone.set)
		location, err := settings.Location(t.Context(), connection.DB)
		if err != nil {
			t.Fatal(err)
		}
		if location.String() != zone.want {
			t.Errorf("%q is %v, want %s", zone.set, location, zone.want)
		}
	}
}
