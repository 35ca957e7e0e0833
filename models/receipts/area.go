package receipts

import "acolhe/models/platform/area"

// Area declares what receipts bring to the program.
func Area(area.Env) area.Area { return area.Area{Tables: []string{"receipts"}} }
