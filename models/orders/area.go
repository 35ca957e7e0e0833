package orders

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
)

// Area declares what orders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Items: []*items.Collection{Collection()},
		Keys:  []settings.Definition{overdueDays.Definition()},
	}
}
