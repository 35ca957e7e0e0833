package receipts

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what receipts bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"receipts"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "receipts", Label: "Recibos", Of: "order_id in @orders or payment_id in @payments",
			Law: personal.TaxLaw.Keeping("Recibos", "", ""),
			Data: []personal.Data{
				{Columns: "payer", Label: "Nome no recibo", Use: personal.Fiscal, End: personal.Pseudonym("@name")},
				{Columns: "payer_cpf", Label: "CPF no recibo", Use: personal.Fiscal, End: personal.Null},
				{Columns: "about", Label: "O que foi pago", Use: personal.Fiscal, End: personal.Only("'Pagamento'")},
			},
			Plain: "issuer method",
		},
	}
}
