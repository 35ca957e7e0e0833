package configuration_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

var camila = auth.Caller{Kind: auth.Operator, Code: dbtest.Camila.UserCode, Name: "Camila", LastName: "Torres",
	Roles: []auth.Role{auth.Administrador}}

// fixture is a database with all keys, and the catalogue of the test.
type fixture struct {
	*db.Connection
	key       encryption.Key
	catalogue configuration.Catalogue
}

func open(t *testing.T) fixture {
	t.Helper()
	conn := dbtest.New(t)
	if err := configuration.Seed(t.Context(), conn.DB, areas.Keys(), dbtest.Today); err != nil {
		t.Fatal(err)
	}
	key := keyOf(t, "a key of the tests with 32 bytes")
	return fixture{conn, key, configuration.New(areas.Keys(), key)}
}

func keyOf(t *testing.T, raw string) encryption.Key {
	t.Helper()
	key, err := encryption.NewKey([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (f fixture) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if _, err := f.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

// store writes a value without checking it, as an earlier version may have; null clears it.
func (f fixture) store(t *testing.T, name, value string) {
	t.Helper()
	f.exec(t, "update system_configs set value = nullif($2::jsonb, 'null') where system || '.' || key = $1", name, value)
}

// find returns a key by its whole name.
func (f fixture) find(t *testing.T, name string) configuration.Setting {
	t.Helper()
	system, key, _ := strings.Cut(name, ".")
	found, err := f.catalogue.List(t.Context(), f.DB, dbtest.Camila.Caller(),
		configuration.ListInput{System: system, Window: page.Window{Limit: new(-1)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range found.Items {
		if setting.Key == key {
			return setting
		}
	}
	t.Fatalf("there is no %s", name)
	return configuration.Setting{}
}

// asJSON returns the JSON value of a text in the environment.
func asJSON(text string) string {
	if json.Valid([]byte(text)) && text != "12345678909" {
		return text
	}
	raw, _ := json.Marshal(text)
	return string(raw)
}

func sameJSON(a, b string) bool {
	if a == "" {
		a = "null"
	}
	var one, other any
	return json.Unmarshal([]byte(a), &one) == nil && json.Unmarshal([]byte(b), &other) == nil && reflect.DeepEqual(one, other)
}

func TestList_NotAdministrator(t *testing.T) {
	t.Parallel()
	f := open(t)
	by := dbtest.Bruno.Caller()
	if found, err := f.catalogue.List(t.Context(), f.DB, by, configuration.ListInput{}); err != nil || len(found.Items) > 0 {
		t.Errorf("List returns %v, %v", found.Items, err)
	}
	if systems, err := configuration.Systems(t.Context(), f.DB, by); err != nil || len(systems) > 0 {
		t.Errorf("Systems returns %v, %v", systems, err)
	}
	id := f.find(t, "store.pix_city").ID
	if _, err := f.catalogue.Find(t.Context(), f.DB, by, id); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("Find returns %v", err)
	}
}
