package operators

import (
	"slices"
	"testing"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/admin/names"
)

// The table of roles has a row for every collection of the matrix, and no other.
func TestRoleMatrix_Collections(t *testing.T) {
	if shown := slices.Sorted(slices.Values(matrixOrder)); !slices.Equal(shown, access.Collections()) {
		t.Errorf("shown are %v, the matrix has %v", shown, access.Collections())
	}
	if named := names.Collections(); !slices.Equal(named, access.Collections()) {
		t.Errorf("named are %v, the matrix has %v", named, access.Collections())
	}
}

func TestPermitted_AgreesWithMatrix(t *testing.T) {
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
		if got := Permitted(c.role, c.collection); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.role, c.collection, got, c.want)
		}
	}
}
