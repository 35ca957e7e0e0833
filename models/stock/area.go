package stock

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/settings"
)

// Area declares what the stock brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"lots", "stock_movements", "stock_minimums", "stock_counts", "stock_count_lines"},
		Personal: personalData(),
		Keys:     []settings.Definition{Enabled.Definition(), reserveDays.Definition()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("lots", "number blocked_by_name blocked_reason"),
		{
			Name: "stock_movements", Label: "Movimentos do estoque",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Delivery, End: personal.Mention},
			},
			Plain: "kind actor_name",
		},
		personal.Plain("stock_minimums", ""),
		personal.Plain("stock_counts", "started_by_name finished_by_name"),
		{
			Name: "stock_count_lines", Label: "Contagens do estoque",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Delivery, End: personal.Mention},
			},
			Plain: "actor_name",
		},
	}
}
