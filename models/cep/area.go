package cep

import "acolhe/models/platform/area"

// Area declares what addresses of postal codes bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"postal_codes"}}
}
