package history

import "acolhe/models/platform/area"

// Area declares what the history of associates brings to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"user_changes"}}
}
