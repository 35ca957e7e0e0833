package cep

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what addresses of postal codes bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"postal_codes"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("postal_codes", "cep street neighborhood city state"),
	}
}
