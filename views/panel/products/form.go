package products

import (
	"strconv"

	"acolhe/models/products"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/ui/control"
)

// Form returns the form of a product.
func Form() form.Definition[products.Product] {
	return form.Definition[products.Product]{
		ID: "produto", This: "este produto", Path: Path, NewSlug: "novo", EditSlug: "/editar", ConflictField: "code",
		NewTitle: "Novo produto", NewVerb: "Cadastrar", Verb: "Salvar",
		Title: func(p *products.Product) string { return "Editar " + p.Name },
		RowID: func(p *products.Product) int64 { return p.ID }, Name: func(p *products.Product) string { return p.Name },
		Sections: []form.Section[products.Product]{
			{Title: "Produto", Fields: []form.Field[products.Product]{
				{Name: "code", Label: "Código", Hint: "Use este código para encontrar o produto no pedido.", Width: control.Half, MaxLength: 60,
					Value: func(p *products.Product) string { return p.Code }},
				{Name: "name", Label: "Nome", Value: func(p *products.Product) string { return p.Name }},
				{Name: "price", Label: "Preço", Input: control.Money, Value: price, Spell: form.SpellAs[money.Amount], Required: "informe o preço"},
				{Name: "active", Label: "À venda", Kind: form.Check, Statement: "À venda (aparece nos pedidos)",
					Value: func(p *products.Product) string { return strconv.FormatBool(p.Active) }},
			}},
			{Title: "Embalagem", Fields: []form.Field[products.Product]{
				sizeField("width_cm", "Largura (cm)", func(p *products.Product) *products.Centimetres { return p.WidthCm }),
				sizeField("height_cm", "Altura (cm)", func(p *products.Product) *products.Centimetres { return p.HeightCm }),
				sizeField("length_cm", "Comprimento (cm)", func(p *products.Product) *products.Centimetres { return p.LengthCm }),
				{Name: "weight_g", Label: "Peso (g)", Input: control.Number, Optional: true,
					Value: func(p *products.Product) string { return form.Number(p.WeightG) }},
			}},
			{Title: "Para a equipe", Fields: []form.Field[products.Product]{
				{Name: "stock_note", Label: "Estoque", Kind: form.Area, Optional: true, Hint: "Por exemplo: repor toda segunda-feira.",
					Value: func(p *products.Product) string { return texts.Of(p.StockNote) }},
				{Name: "description", Label: "Descrição", Kind: form.Area, Optional: true,
					Value: func(p *products.Product) string { return texts.Of(p.Description) }},
				{Name: "tags", Label: "Etiquetas", Kind: form.Tags, Hint: "Nenhuma etiqueta para produtos ainda.",
					Values: func(p *products.Product) []string { return p.Tags }},
			}},
		},
	}
}

// price returns the price, empty for a new product, because R$ 0,00 could be saved unnoticed.
func price(p *products.Product) string {
	if p.ID == 0 {
		return ""
	}
	return p.Price.Typed()
}

func sizeField(name, label string, size func(*products.Product) *products.Centimetres) form.Field[products.Product] {
	return form.Field[products.Product]{Name: name, Label: label, Input: control.Decimal, Optional: true, Row: "medidas",
		Spell: form.SpellAs[products.Centimetres],
		Value: func(p *products.Product) string {
			if size(p) == nil {
				return ""
			}
			return size(p).Typed()
		}}
}
