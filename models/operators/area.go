package operators

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"
)

// Area declares what operators bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"system_users"},
		Personal: personalData(),
		Items:    []*items.Collection{Collection(Invites{Mail: e.Mail, BaseURL: e.BaseURL})},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "system_users", Label: "Equipe",
			Data: []personal.Data{
				{Columns: "name last_name email", Label: "Nome e e-mail da equipe", Use: personal.Staff, End: personal.Stays},
			},
			Plain: "permissions internal_code status password session_token chat_token password_reset_token invite_token",
		},
	}
}
