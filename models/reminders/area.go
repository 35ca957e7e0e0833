package reminders

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what reminders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"reminders"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("reminders", "about title channel actor_code actor_name"),
	}
}
