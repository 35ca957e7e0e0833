package stock

import (
	"acolhe/models/stock"
	"acolhe/views/form"
	"acolhe/views/ui/control"
)

// ReceiveForm returns the form of a receipt of a product.
func ReceiveForm(product stock.Stocked) form.Definition[stock.Lot] {
	none := func(*stock.Lot) string { return "" }
	return form.Definition[stock.Lot]{
		ID: "entrada", This: "esta entrada", Path: Href(product.ID), NewSlug: "entrada", ConflictField: "number",
		NewTitle: "Registrar entrada", NewVerb: "Registrar entrada", Text: product.Name,
		Title: func(*stock.Lot) string { return "Entrada" }, RowID: func(l *stock.Lot) int64 { return l.ID },
		Name: func(l *stock.Lot) string { return l.Number },
		Back: func(*stock.Lot) string { return Href(product.ID) },
		Sections: []form.Section[stock.Lot]{
			{Title: "Entrada", Fields: []form.Field[stock.Lot]{
				{Name: "number", Label: "Lote", Hint: "Se o lote já existe, basta a quantidade.", Width: control.Half, MaxLength: 60, Value: none},
				{Name: "quantity", Label: "Quantidade", Input: control.Number, Value: none},
				{Name: "reason", Label: "Nota ou observação", Optional: true, MaxLength: 500, Value: none},
			}},
			{Title: "Lote", Fields: []form.Field[stock.Lot]{
				{Name: "made_on", Label: "Feito em", Row: "datas", Input: control.BirthDate, Optional: true, Value: none},
				{Name: "expires_on", Label: "Vence em", Row: "datas", Input: control.BirthDate, Optional: true, Value: none,
					Hint: "Obrigatório em um lote novo."},
				{Name: "thc_content", Label: "THC (mg/ml)", Row: "teor", Input: control.Decimal, Optional: true, Value: none},
				{Name: "cbd_content", Label: "CBD (mg/ml)", Row: "teor", Input: control.Decimal, Optional: true, Value: none},
			}},
		},
	}
}
