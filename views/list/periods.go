package list

import (
	"acolhe/models/types/civil"
	"acolhe/views/ui/control"
)

// Periods returns the named periods, as options of a filter of kind Period.
func Periods() []control.Option {
	return []control.Option{
		{Value: "hoje", Label: "hoje"}, {Value: "7-dias", Label: "últimos 7 dias"}, {Value: "30-dias", Label: "últimos 30 dias"},
		{Value: "este-mes", Label: "este mês"}, {Value: "mes-passado", Label: "mês passado"},
	}
}

// ToPeriod returns a Set that stores the period of an option of Periods.
func ToPeriod[Input any](place func(input *Input) *civil.Period) func(input *Input, value string) error {
	return func(input *Input, value string) error {
		*place(input) = map[string]civil.Period{
			"hoje": civil.Today, "7-dias": civil.SevenDays, "30-dias": civil.ThirtyDays, "este-mes": civil.ThisMonth, "mes-passado": civil.LastMonth,
		}[value]
		return nil
	}
}
