package webvitals

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what web vitals bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"web_vitals"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("web_vitals", "metric_id name rating navigation_type path user_agent"),
	}
}
