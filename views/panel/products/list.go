// Package products shows the pages of the catalogue of products.
package products

import (
	"net/url"
	"time"

	"acolhe/models/products"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/produtos"

// Values of the filter and the tabs.
const (
	active   = "ativos"
	inactive = "inativos"
)

// List returns the list of products.
func List() list.Definition[products.Product, products.ListInput] {
	return list.Definition[products.Product, products.ListInput]{
		About: list.About{
			Name: "produtos", Title: "Produtos", Path: Path, Collection: "products", Search: "Código ou nome", HasViews: true,
			Order:        "nome",
			Rows:         list.Noun{One: "produto", Many: "produtos", None: "Nenhum produto"},
			New:          list.New{Label: "Novo produto", Slug: "novo"},
			NothingYet:   list.Sentence{Title: "Nenhum produto ainda", Text: "Cadastre produtos para usá-los nos pedidos."},
			NothingFound: list.Sentence{Title: "Nenhum produto com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[products.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *products.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab,
				Set:     list.ToBool(active, func(in *products.ListInput) **bool { return &in.Active }),
				Options: []control.Option{{Value: active, Label: "À venda"}, {Value: inactive, Label: "Venda suspensa"}}},
			{Name: "etiqueta", Label: "Etiqueta", Kind: list.Tags, All: "todas",
				Set: list.To(func(in *products.ListInput) *string { return &in.Tag })},
		},
		Tabs: []list.Tab{
			{Label: "Todos"},
			{Label: "À venda", Filters: url.Values{"situacao": {active}}},
			{Label: "Venda suspensa", Filters: url.Values{"situacao": {inactive}}},
		},
		Lead: list.Lead[products.Product]{Label: "Nome", Name: "nome", Sort: "name", Href: href,
			Text: func(p *products.Product) string { return p.Name }},
		Columns: []list.Column[products.Product]{
			{Name: "codigo", Label: "Código", Sort: "code", Strong: true, Place: table.Below,
				Text: func(p *products.Product) string { return p.Code }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: badge},
			{Name: "medidas", Label: "Medidas", Text: sizes},
			{Name: "estoque", Label: "Estoque", Text: func(p *products.Product) string { return texts.Of(p.StockNote) }},
			{Name: "etiquetas", Label: "Etiquetas", Optional: true, Tags: func(p *products.Product) []string { return p.Tags }},
			{Name: "peso", Label: "Peso", Right: true, Text: weight},
			{Name: "preco", Label: "Preço", Sort: "price", Place: table.End, Amount: func(p *products.Product) money.Amount { return p.Price }},
			{Name: "atualizado", Label: "Atualizado", Sort: "updated", Optional: true,
				Time: func(p *products.Product) time.Time { return p.DateUpdated }},
		},
		Read: func(query list.Query[products.ListInput]) products.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, products.Sort(query.Sort)
			return query.Input
		},
	}
}

// Href returns the page of a product.
func Href(id int64) string { return ui.RowHref(Path, id) }

// HrefByCode returns the page of the product with a code; empty if it is not known.
func HrefByCode(known map[string]products.Product, code string) string {
	if product, isKnown := known[code]; isKnown {
		return Href(product.ID)
	}
	return ""
}

func href(p *products.Product) string { return Href(p.ID) }

// badge shows whether a product can be ordered.
func badge(p *products.Product) ui.Badge {
	if p.Active {
		return ui.Badge{Tone: ui.Good, Text: "À venda"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Venda suspensa"}
}

// sizes formats width, height and length: 5 × 12,5 × 5 cm. An unknown side is a dash.
func sizes(p *products.Product) string {
	if p.WidthCm == nil && p.HeightCm == nil && p.LengthCm == nil {
		return ""
	}
	return side(p.WidthCm) + " × " + side(p.HeightCm) + " × " + side(p.LengthCm) + unitSpace + "cm"
}

// unitSpace keeps a unit beside its number.
const unitSpace = "\u00a0"

func side(size *products.Centimetres) string {
	if size == nil {
		return "–"
	}
	return size.Typed()
}

func weight(p *products.Product) string {
	if p.WeightG == nil {
		return ""
	}
	return fmtbr.Integer(int64(*p.WeightG)) + unitSpace + "g"
}
