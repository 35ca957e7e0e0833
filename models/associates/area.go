package associates

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
)

// Area declares what associates bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{Items: []*items.Collection{Collection(Accounts{Mail: e.Mail})}}
}
