package auth_test

import (
	"testing"

	"acolhe/models/types/auth"
)

// Columns that refer to an operator get no other caller's code, and not a token's empty one.
func TestOperatorCode(t *testing.T) {
	t.Parallel()
	const code = "0c000000-0000-4000-8000-000000000001"
	if got := (auth.Caller{Kind: auth.Operator, Code: code}).OperatorCode(); got == nil || got.String() != code {
		t.Errorf("the operator's is %v", got)
	}
	for _, other := range []auth.Caller{{}, {Kind: auth.Operator}, {Kind: auth.Associate, Code: code}, {Kind: auth.Token},
		{Kind: auth.System}} {
		if got := other.OperatorCode(); got != nil {
			t.Errorf("%q %q has %v", other.Kind, other.Code, got)
		}
	}
}
