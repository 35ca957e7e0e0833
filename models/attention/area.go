package attention

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what attention brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"security_attention"},
		Personal: []personal.Table{personal.Plain("security_attention", "seen_by")},
	}
}
