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
	return area.Area{
		Tables: []string{
			"associate_days", "associate_steps", "order_days", "order_product_days", "order_steps", "reception_days", "reception_steps",
			"service_days", "service_steps", "analytics_rules", "rankings", "ranking_leaders",
		},
		Jobs: []jobs.Job{
			jobs.Of(&compactWorker{rollups: rollups}, jobs.About{Label: "Somas das análises", Every: compactEvery}),
			jobs.Of(&verifyWorker{rollups: rollups}, jobs.About{Label: "Conferência das somas das análises", Every: verifyEvery, Options: nightly}),
		},
	}
}
