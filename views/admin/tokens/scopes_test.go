package tokens

import (
	"testing"

	"acolhe/models/types/access"
)

// The picker offers every scope of the catalogue, and none that issuing refuses.
func TestPicker_Catalogue(t *testing.T) {
	offered := map[string]int{}
	var form New
	for _, group := range form.scopeGrid().Groups {
		for _, row := range group.Rows {
			for _, value := range row.Values {
				offered[value]++
			}
		}
	}
	delete(offered, "")
	for _, option := range append(form.otherPicks().Options, form.everythingPick().Options...) {
		offered[option.Value]++
	}
	for _, scope := range access.Scopes() {
		if offered[scope.Name] != 1 {
			t.Errorf("%s is offered %d times", scope.Name, offered[scope.Name])
		}
	}
	if len(offered) != len(access.Scopes()) {
		t.Errorf("%d scopes are offered, %d known", len(offered), len(access.Scopes()))
	}
}
