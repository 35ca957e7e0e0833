package statements

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what bank statements bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"bank_statements", "bank_entries", "bank_matches"}, Personal: personalData()}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "bank_statements", Label: "Extratos do banco",
			Data: []personal.Data{
				{Columns: "file_name undo_reason", Label: "Nome do extrato", Use: personal.Fiscal, End: personal.Mention},
			},
			Plain: "sha256 account author_name undone_name",
		},
		{
			Name: "bank_entries", Label: "Lançamentos do banco",
			Of: "id in (select entry_id from bank_matches where order_id in @orders or service_id in @services)",
			Data: []personal.Data{
				{Columns: "name", Label: "Quem pagou", Use: personal.Fiscal, End: personal.Pseudonym("@name"), Mentions: true},
				{Columns: "memo", Label: "Descrição do lançamento", Use: personal.Fiscal, End: personal.Blank, Mentions: true},
			},
			Plain: "fingerprint aside",
		},
		personal.Plain("bank_matches", "author_name"),
	}
}
