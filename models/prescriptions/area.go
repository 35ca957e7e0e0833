package prescriptions

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
)

// Area declares what prescriptions bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"prescriptions"},
		Keys:   []settings.Definition{validMonths.Definition(), rule.Definition(), period.Definition(), exemptTag.Definition()},
	}
}
