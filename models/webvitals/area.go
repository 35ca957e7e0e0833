package webvitals

import "acolhe/models/platform/area"

// Area declares what web vitals bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"web_vitals"}}
}
