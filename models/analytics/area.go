package analytics

import (
	"context"

	"acolhe/models/analytics/rollups"
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
)

// Area declares what analytics bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables: []string{
			"associate_days", "associate_steps", "order_days", "order_product_days", "order_steps", "reception_days", "reception_steps",
			"service_days", "service_steps", "supply_days", "analytics_rules", "rankings", "ranking_leaders",
		},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Func[compact](func(ctx context.Context) error { return Compact(ctx, e.DB, e.Now()) },
				jobs.About{Label: "Somas das análises", Every: compactEvery, Timeout: compactTimeout}),
			rollups.Verifier{DB: e.DB, Log: e.Log, Now: e.Now}.Job(),
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("analytics_rules", "zone types"),
		personal.Plain("associate_days", "status state age gender"),
		personal.Plain("associate_steps", "status state gender"),
		personal.Plain("order_days", "status state"),
		personal.Plain("order_product_days", "status code"),
		personal.Plain("order_steps", "status state items"),
		personal.Plain("reception_days", "status attendant reason"),
		personal.Plain("reception_steps", "status completion_reason"),
		personal.Plain("service_days", "status type"),
		personal.Plain("service_steps", "type status"),
		personal.Plain("supply_days", "code name"),
		personal.Plain("ranking_leaders", "area"),
		personal.Plain("rankings", "area"),
	}
}
