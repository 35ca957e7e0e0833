package analytics

import (
	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
)

// Area declares what analytics bring to the program.
func Area(e area.Env) area.Area {
	rollups := Rollups{DB: e.DB, Log: e.Log, Now: e.Now}
	nightly := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: verifyEvery}}
	return area.Area{Jobs: []jobs.Job{
		jobs.Of(&compactWorker{rollups: rollups}, jobs.About{Label: "Somas das análises", Every: compactEvery}),
		jobs.Of(&verifyWorker{rollups: rollups}, jobs.About{Label: "Conferência das somas das análises", Every: verifyEvery, Options: nightly}),
	}}
}
