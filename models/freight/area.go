package freight

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
)

// Area declares what freight bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"freight_quotes"},
		Personal: personalData(),
		Keys: []settings.Definition{
			defaultOption.Definition(), contentDeclaration.Definition(), shipFrom.Definition(),
			packageWeight.Definition(), packageLength.Definition(), packageWidth.Definition(), packageHeight.Definition(),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("freight_quotes", "key provider options failure"),
	}
}
