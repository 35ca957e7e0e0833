package directus

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the move brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables: []string{"directus_marks", "directus_files"},
		Personal: []personal.Table{
			personal.Plain("directus_marks", "collection last_id"),
			personal.Plain("directus_files", "version sha256"),
		},
	}
}
