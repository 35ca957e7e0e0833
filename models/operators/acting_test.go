package operators_test

import (
	"slices"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
)

// What lists hide from an operator stays hidden in a file that is made in the background.
func TestActing_Hidden(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const store = `insert into system_configs (system, key, value) values ('access', 'hide_cpf', '{"financeiro": true}')`
	if _, err := conn.Pool.Exec(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	for of, want := range map[dbtest.Operator][]auth.Private{dbtest.Fernando: {auth.CPF}, dbtest.Camila: nil} {
		by, err := operators.Acting(t.Context(), conn.DB, of.ID)
		if err != nil || !slices.Equal(by.Hidden, want) {
			t.Errorf("%s: %v, want %v, %v", of.Name, by.Hidden, want, err)
		}
	}
}
