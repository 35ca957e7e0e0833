package sessions

import "acolhe/models/platform/area"

// Area declares what sessions bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"sessions"}}
}
