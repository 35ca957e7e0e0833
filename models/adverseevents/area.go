// Package adverseevents holds what patients felt while they used a product: reported by associates on their own pages or by the staff
// on the record, linked with the products, their lots and the prescription, and followed by the staff until it is closed.
package adverseevents

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what adverse events bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"adverse_events", "adverse_event_products"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "adverse_events", Label: "Efeitos relatados", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{Columns: "symptoms description severity outcome reported_by_name", Label: "Efeitos que a pessoa relatou", Use: personal.Care, Health: true,
					End: personal.WithRow},
			},
			Plain: "state origin closed_by_name",
		},
		personal.Plain("adverse_event_products", "code name"),
	}
}
