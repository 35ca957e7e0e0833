package sessions

import (
	"fmt"

	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// The limits of an operator's session; the specification's seven days without use remain the longest.
var (
	// IdleHours is the number of hours without use after which the session ends.
	IdleHours = settings.Key[int]{System: "access", Name: "idle_hours", Type: settings.Number, Default: 168, Check: between(1, 168),
		Required:    true,
		Description: "Horas sem uso depois das quais um aparelho da equipe sai da conta."}
	// SessionDays is the number of days after which the session ends even in use.
	SessionDays = settings.Key[int]{System: "access", Name: "session_days", Type: settings.Number, Default: 365, Check: between(1, 365),
		Required:    true,
		Description: "Dias depois dos quais um aparelho da equipe sai da conta, mesmo em uso."}
)

func between(least, most int) func(int) error {
	return func(number int) error {
		if number < least || number > most {
			return fmt.Errorf("deve ser de %d a %d", least, most)
		}
		return nil
	}
}

// Area declares what sessions bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"sessions"},
		Personal: personalData(),
		Keys:     []settings.Definition{IdleHours.Definition(), SessionDays.Definition()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "sessions", Label: "Sessões", Of: "associate_id in @ids", Removed: true,
			Data: []personal.Data{
				{Columns: "device ip", Label: "Aparelho e IP de quem entrou", Use: personal.Security, End: personal.WithRow},
			},
			Plain: "token end_reason",
		},
	}
}
