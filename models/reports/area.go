package reports

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what reports bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"statements", "statement_events", "contest_messages"},
		Personal: personalData(),
		Mails:    []mail.Declared{KeyRequest.Declared()},
		Undo: []undo.Action{
			{Kind: ValidationUndo, Collection: "services", Action: access.Update, Undo: undo.With(UndoValidate),
				Done: "Conferência anterior restaurada."},
			{Kind: PaymentUndo, Collection: "services", Action: access.Update, Undo: undo.With(Unpay), Done: "Pagamento desfeito."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "statements", Label: "Extratos de profissionais", Of: "id in (select statement_id from services where id in @services)",
			Data: []personal.Data{
				{Columns: "lines", Label: "Nomes nas linhas do extrato", Use: personal.Fiscal, End: personal.Only(linesWithoutNames),
					Withheld: true},
			},
			Plain: "professional_name type payment_details",
		},
		{
			Name: "statement_events", Label: "Histórico dos extratos",
			Data: []personal.Data{
				{Columns: "reason", Use: personal.Fiscal, End: personal.Mention},
			},
			Plain: "kind actor_kind actor_code actor_name",
		},
		{
			Name: "contest_messages", Label: "Conversas sobre relatórios",
			Data: []personal.Data{
				{Columns: "text", Label: "Conversas sobre relatórios", Use: personal.Visits, End: personal.Mention},
			},
			Plain: "actor_kind actor_code actor_name",
		},
	}
}

// linesWithoutNames are the lines of a statement without the names of the erased person; their amounts stay.
const linesWithoutNames = `(select coalesce(jsonb_agg(case when (line ->> 'service_id')::bigint in @services
	then line || jsonb_build_object('associate_name', cast(@name as text), 'patient_name', case when line ->> 'patient_name' is not null then cast(@name as text) end) else line end order by place), '[]')
	from jsonb_array_elements(lines) with ordinality each (line, place))`
