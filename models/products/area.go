package products

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
)

// Area declares what products bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"products"},
		Items:  []*items.Collection{Collection()},
	}
}
