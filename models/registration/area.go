package registration

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
)

// Area declares what the registration brings to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"document_requests"},
		Personal: personalData(),
		Mails:    []mail.Declared{DocumentAgain.Declared(), Completed.Declared()},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "document_requests", Label: "Documentos pedidos de novo", Of: personal.ByUser, Removed: true,
			Data: []personal.Data{
				{Columns: "reason", Label: "Por que um documento foi pedido de novo", Use: personal.Documents, End: personal.WithRow},
			},
			Plain: "subject doc_type side",
		},
	}
}
