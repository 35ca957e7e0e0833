package keyrotation

import "acolhe/models/platform/area"

// Area declares what the rotation of the key brings to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"data_key"}}
}
