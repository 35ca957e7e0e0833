package tokens

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"
)

// Area declares what API tokens bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"users_api"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("users_api", "name token_hash token_prefix scopes internal_code"),
	}
}
