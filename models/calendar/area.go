package calendar

import (
	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
)

// Area declares what the calendar bring to the program.
func Area(_ area.Env, module Module) area.Area {
	options := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: readInterval}}
	return area.Area{
		Tables:   []string{"calendars"},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Func[readCalendars](module.readListed, jobs.About{Label: "Leitura das agendas do Google", Every: readInterval, Options: options}),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("calendars", "id summary time_zone"),
	}
}
