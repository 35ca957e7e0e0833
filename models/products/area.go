package products

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"
)

// Area declares what products bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"products"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("products", "code name description stock_note tags"),
	}
}
