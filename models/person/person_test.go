package person_test

import (
	"testing"

	"acolhe/models/person"
)

// Columns that refer to an operator take nobody else's code, and no token's empty one.
func TestOnlyOperatorsHaveAnOperatorCode(t *testing.T) {
	t.Parallel()
	const code = "0c000000-0000-4000-8000-000000000001"
	if got := (person.Person{Kind: person.Operator, Code: code}).OperatorCode(); got == nil || got.String() != code {
		t.Errorf("the operator's is %v", got)
	}
	for _, other := range []person.Person{{}, {Kind: person.Operator}, {Kind: person.Associate, Code: code}, {Kind: person.Token}, {Kind: person.System}} {
		if got := other.OperatorCode(); got != nil {
			t.Errorf("%q %q has %v", other.Kind, other.Code, got)
		}
	}
}
