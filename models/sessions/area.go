package sessions

import (
	"fmt"

	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
)

// Limits are the keys of the limits of sessions; the seven days without use of the specification and decisions.md remain the longest.
type Limits struct {
	// IdleHours is the number of hours without use after which the session ends.
	IdleHours settings.Key[int]
	// Days is the number of days after which the session ends even in use.
	Days settings.Key[int]
}

// The limits of the sessions of operators and of associates.
var (
	OperatorLimits = Limits{
		IdleHours: limit("idle_hours", 168, "Horas sem uso depois das quais um aparelho da equipe sai da conta."),
		Days:      limit("session_days", 365, "Dias depois dos quais um aparelho da equipe sai da conta, mesmo em uso."),
	}
	AssociateLimits = Limits{
		IdleHours: limit("associate_idle_hours", 168, "Horas sem uso depois das quais o aparelho de um associado sai da conta."),
		Days:      limit("associate_session_days", 365, "Dias depois dos quais o aparelho de um associado sai da conta, mesmo em uso."),
	}
)

// limit returns the key of a limit whose default is the longest.
func limit(name string, longest int, description string) settings.Key[int] {
	check := func(number int) error {
		if number < 1 || number > longest {
			return fmt.Errorf("deve ser de 1 a %d", longest)
		}
		return nil
	}
	return settings.Key[int]{System: "access", Name: name, Type: settings.Number, Default: longest, Check: check, Required: true, Description: description}
}

// Area declares what sessions bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"sessions"},
		Personal: personalData(),
		Keys: []settings.Definition{OperatorLimits.IdleHours.Definition(), OperatorLimits.Days.Definition(),
			AssociateLimits.IdleHours.Definition(), AssociateLimits.Days.Definition()},
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
