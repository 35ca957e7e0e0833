package reception

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"

	"acolhe/models/platform/undo"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
)

// Area declares what the reception bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"reception", "reception_changes", "reception_notes", "reception_writers"},
		Personal: personalData(),
		Terms:    []personal.Term{contactsTerm()},
		Items:    []*items.Collection{Collection()},
		Keys:     triage.Keys(),
		Undo: []undo.Action{
			{Kind: Removal, Collection: "reception", Action: access.Delete, Undo: undo.With(Restore), Done: "Atendimento de volta à recepção."},
			{Kind: ChangeUndo, Collection: "reception", Action: access.Update, Undo: undo.With(UndoChange),
				Done: "Atendimento de volta como estava."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "reception", Label: "Contatos da recepção", Of: "id in @items", Emptied: true,
			Data: []personal.Data{
				{
					Columns: "name", Label: "Nome de quem procurou", Use: personal.Contact,
					End: personal.Pseudonym("case when name is not null then @name end"),
				},
				{
					Columns: "associate_name", Use: personal.Contact,
					End: personal.Pseudonym("case when associate_name is not null then @name end"),
				},
				{
					Columns: "email phone avatar_url", Label: "E-mail e telefone", Use: personal.Contact,
					End: personal.Null,
				},
				{Columns: "message notes", Label: "Recado e anotações", Use: personal.Contact, End: personal.Null, Mentions: true},
				{Columns: "tags", Use: personal.Contact, End: personal.EmptyFacts},
				{Columns: "labels", Use: personal.Contact, End: personal.EmptyList},
			},
			Plain: "source status completion_reason",
		},
		{
			Name: "reception_changes", Label: "Histórico da recepção", Of: personal.ByItem,
			Data: []personal.Data{
				{
					Columns: "actor_name", Use: personal.Contact, Withheld: true,
					End: personal.Pseudonym("case when actor_kind = 'associate' then @name else actor_name end"),
				},
			},
			Plain: "action from_value to_value actor_kind actor_code",
		},
		{
			Name: "reception_notes", Label: "Anotações da recepção", Of: personal.ByItem, Removed: true,
			Data: []personal.Data{
				{Columns: "text", Label: "Anotações de atendimento", Use: personal.Contact, End: personal.WithRow, Mentions: true},
			},
			Plain: "author_code author_name",
		},
		personal.Plain("reception_writers", ""),
	}
}

// contactsTerm declares how long contacts of people are kept who never registered.
func contactsTerm() personal.Term {
	return personal.Term{
		Name: "reception_contacts", Label: "Contatos da recepção", One: "contato da recepção", Many: "contatos da recepção",
		Table: "reception", When: "associate_code is null", Since: "date_updated", Event: "sem cadastro há mais de", Set: "items",
		Who: "coalesce(name, email, phone, 'Contato')", Href: "/painel/recepcao/%d",
		End: "Apagado", Reason: "consentimento dado para uma conversa",
		Period: personal.Period{Count: 12, Unit: personal.Months},
		Options: []personal.Period{
			{Count: 3, Unit: personal.Months}, {Count: 6, Unit: personal.Months}, {Count: 12, Unit: personal.Months}, {Count: 2, Unit: personal.Years},
			{Count: 5, Unit: personal.Years},
		},
	}
}
