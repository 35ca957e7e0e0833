package reveals

import (
	"fmt"

	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// PerDay is how much hidden data an operator may make visible on a day.
var PerDay = settings.Key[int]{System: "access", Name: "reveals_per_day", Type: settings.Number, Default: 60, Check: checkPerDay, Required: true,
	Description: "Quantos dados ocultos uma pessoa da equipe pode mostrar por dia, um de cada vez."}

func checkPerDay(number int) error {
	const most = 10_000
	if number < 1 || number > most {
		return fmt.Errorf("deve ser de 1 a %d", most)
	}
	return nil
}

// Area declares what showing hidden data brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"reveals"},
		Personal: []personal.Table{personal.Plain("reveals", "")},
		Keys:     []settings.Definition{PerDay.Definition()},
	}
}
