package operators

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
)

// Area declares what operators bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables: []string{"system_users"},
		Items:  []*items.Collection{Collection(Invites{Mail: e.Mail, BaseURL: e.BaseURL})},
	}
}
