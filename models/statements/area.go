package statements

import "acolhe/models/platform/area"

// Area declares what bank statements bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"bank_statements", "bank_entries", "bank_matches"}}
}
