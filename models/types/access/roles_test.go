package access

import (
	"slices"
	"testing"

	"acolhe/models/types/auth"
)

func TestRoles(t *testing.T) {
	var listed []auth.Role
	for _, role := range Roles() {
		listed = append(listed, role.ID)
		if role.Description == "" {
			t.Errorf("nobody says what %s is for", role.ID)
		}
	}
	if !slices.Equal(listed, auth.Roles()) {
		t.Errorf("the roles are %v", listed)
	}
}

// Pages show the enforced matrix.
func TestAllowed_AgreesWithCan(t *testing.T) {
	for _, role := range append(auth.Roles(), auth.API, "") {
		by := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{role}}
		for _, collection := range append(Collections(), "nada") {
			for _, action := range []Action{Create, Read, Update, Delete} {
				if drawn := slices.Contains(Allowed(role, collection), action); drawn != Can(by, collection, action) {
					t.Errorf("%s %s %s is drawn as %v", role, action, collection, drawn)
				}
			}
		}
	}
}
