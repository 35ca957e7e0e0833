package history

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what the history of associates brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"user_changes"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "user_changes", Label: "Histórico do cadastro", Of: personal.ByUser, Removed: true, Last: true,
			Data: []personal.Data{
				{Columns: "actor_name", Use: personal.Membership, End: personal.WithRow, Mentions: true, Withheld: true},
				{
					Columns: "changes", Label: "Histórico de mudanças do cadastro", Use: personal.Membership,
					End: personal.WithRow, Mentions: true,
				},
			},
			Plain: "action actor_kind actor_code",
		},
	}
}
