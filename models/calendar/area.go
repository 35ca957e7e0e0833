package calendar

import (
	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
)

// Area declares what the calendar bring to the program.
func Area(_ area.Env, module Module) area.Area {
	options := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: readInterval}}
	return area.Area{
		Tables: []string{"calendars"},
		Jobs: []jobs.Job{
			jobs.Of(&reader{module: module}, jobs.About{Label: "Leitura das agendas do Google", Every: readInterval, Options: options}),
		},
	}
}
