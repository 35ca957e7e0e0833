package configuration_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"acolhe/models/configuration"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

var camila = auth.Caller{Kind: auth.Operator, Code: dbtest.Camila.UserCode, Name: "Camila", LastName: "Torres",
	Roles: []auth.Role{auth.Administrador}}

// house is a database with the rows of all keys.
type house struct {
	*db.Connection
	key       encryption.Key
	catalogue configuration.Catalogue
}

func open(t *testing.T) house {
	t.Helper()
	conn := dbtest.New(t)
	if err := configuration.Seed(t.Context(), conn.DB, dbtest.Today); err != nil {
		t.Fatal(err)
	}
	key := keyOf(t, "a key of the tests with 32 bytes")
	return house{conn, key, configuration.New(key)}
}

func keyOf(t *testing.T, raw string) encryption.Key {
	t.Helper()
	key, err := encryption.NewKey([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (h house) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if _, err := h.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}

// store puts a value there unchecked, as an earlier version may have; null stores none.
func (h house) store(t *testing.T, name, value string) {
	t.Helper()
	h.exec(t, "update system_configs set value = nullif($2::jsonb, 'null') where system || '.' || key = $1", name, value)
}

// find returns a key by its whole name.
func (h house) find(t *testing.T, name string) configuration.Setting {
	t.Helper()
	system, key, _ := strings.Cut(name, ".")
	found, err := h.catalogue.List(t.Context(), h.DB, configuration.ListInput{System: system, Window: page.Window{Limit: new(-1)}})
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

// asJSON is what a text in the environment means.
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
