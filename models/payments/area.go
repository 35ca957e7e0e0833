package payments

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the payments of bookings bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"booking_payments", "booking_payment_services"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "booking_payments", Label: "Pagamentos de consultas", Of: "id in @payments",
			Data: []personal.Data{
				{Columns: "revert_reason", Label: "Motivo do estorno", Use: personal.Fiscal,
					End: personal.Only("case when revert_reason is not null then 'apagado' end")},
			},
			Plain: "method actor_code actor_name reverter_code reverter_name",
		},
		personal.Plain("booking_payment_services", ""),
	}
}
