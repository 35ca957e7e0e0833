package tokens

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
)

// Area declares what API tokens bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"users_api"},
		Items:  []*items.Collection{Collection()},
	}
}
