package reminders

import "acolhe/models/platform/area"

// Area declares what reminders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"reminders"}}
}
