package names

import (
	"testing"

	"acolhe/models/types/access"
)

func TestScope_Catalogue(t *testing.T) {
	for _, scope := range access.Scopes() {
		if Scope(scope.Name) == scope.Name {
			t.Errorf("%s has no name", scope.Name)
		}
	}
	if got := Scope("items:pets:read"); got != "items:pets:read" {
		t.Errorf("an unknown scope is %q", got)
	}
}
