package freight

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
)

// Area declares what freight bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"freight_quotes"},
		Keys: []settings.Definition{
			defaultOption.Definition(), contentDeclaration.Definition(), shipFrom.Definition(),
			packageWeight.Definition(), packageLength.Definition(), packageWidth.Definition(), packageHeight.Definition(),
		},
	}
}
