package admin

import (
	"maps"
	"slices"
	"testing"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// The table of roles names every collection of the matrix, and none beside them.
func TestEveryCollectionHasItsLine(t *testing.T) {
	if drawn := slices.Sorted(slices.Values(matrixOrder)); !slices.Equal(drawn, access.Collections()) {
		t.Errorf("drawn are %v, the matrix has %v", drawn, access.Collections())
	}
	if named := slices.Sorted(maps.Keys(collectionNames)); !slices.Equal(named, access.Collections()) {
		t.Errorf("named are %v, the matrix has %v", named, access.Collections())
	}
}

func TestTheTableSaysWhatTheMatrixAllows(t *testing.T) {
	for _, c := range []struct {
		role       auth.Role
		collection string
		want       string
	}{
		{auth.Administrador, "users_api", "Tudo"},
		{auth.Acolhimento, "users", "Ver, criar, alterar"},
		{auth.Acolhimento, "system_users", "Ver"},
		{auth.Producao, "professionals", ""},
		{auth.Financeiro, "orders", "Ver, alterar"},
		{auth.Profissional, "services", "Ver os próprios"},
	} {
		if got := permitted(c.role, c.collection); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.role, c.collection, got, c.want)
		}
	}
}
