package systemerrors

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what system errors bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"system_errors", "system_error_groups", "system_error_hours", "system_error_releases"},
		Personal: personalData(),
		Undo: []undo.Action{
			{Kind: StatusUndo, Collection: "users_api", Action: access.Update, Undo: undo.With(UndoResolve),
				Done: "Situação anterior do erro de volta."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "system_errors", Label: "Erros",
			Data: []personal.Data{
				{
					Columns: "message stack url extra user_agent",
					Label:   "Erros do sistema, já sem dados pessoais",
					Use:     personal.Operation,
					End:     personal.Mention,
				},
			},
			Plain: "error_hash level release source request_id removed",
		},
		{
			Name: "system_error_groups", Label: "Grupos de erros",
			Data: []personal.Data{
				{Columns: "message", Use: personal.Operation, End: personal.Mention},
			},
			Plain: "error_hash status level source place path last_release resolved_release",
		},
		personal.Plain("system_error_hours", "error_hash"),
		personal.Plain("system_error_releases", "error_hash release"),
	}
}
