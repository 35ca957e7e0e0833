package triage

import "acolhe/models/platform/settings"

// Keys lists the settings of the reception.
func Keys() []settings.Definition {
	return []settings.Definition{
		StatusesKey.Definition(), reasonsKey.Definition(), WarnMinutes.Definition(), LateMinutes.Definition(),
		formTitle.Definition(), formFields.Definition(), customFields.Definition(), formPrivacy.Definition(),
	}
}
