package stock

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/settings"
)

// Area declares what the stock brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"lots", "stock_movements", "stock_minimums"},
		Keys:   []settings.Definition{Enabled.Definition(), reserveDays.Definition()},
	}
}
