package keyrotation

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the rotation of the key brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"data_key"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("data_key", "key_id"),
	}
}
