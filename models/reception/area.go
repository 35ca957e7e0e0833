package reception

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/settings"
)

// Area declares what the reception bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Items: []*items.Collection{Collection()},
		Keys: []settings.Definition{
			statusesKey.Definition(), warnMinutes.Definition(), lateMinutes.Definition(),
			formTitle.Definition(), formFields.Definition(), customFields.Definition(), formPrivacy.Definition(),
		},
	}
}
