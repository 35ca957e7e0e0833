// Package stock shows the pages of the stock: products with their lots, where a lot went, and the separation of an order.
package stock

import (
	"net/url"
	"strconv"

	"acolhe/models/stock"
	"acolhe/models/types/fmtbr"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Addresses of the pages.
const (
	Path     = "/painel/estoque"
	LotsPath = Path + "/lotes"
)

// SeparateSlug is the part of the address of the separation after that of the order.
const SeparateSlug = "/separar"

// Values of the filter and the tabs.
const (
	low      = "acabando"
	expiring = "vencendo"
)

// Href returns the stock of a product.
func Href(product int64) string { return ui.RowHref(Path, product) }

// LotHref returns the page of a lot.
func LotHref(id int64) string { return ui.RowHref(LotsPath, id) }

// List returns the list of the stock.
func List() list.Definition[stock.Stocked, stock.ListInput] {
	return list.Definition[stock.Stocked, stock.ListInput]{
		About: list.About{
			Name: "estoque", Title: "Estoque", Path: Path, Collection: "products", Search: "Código ou nome", HasViews: true,
			Order:        "produto",
			Rows:         list.Noun{One: "produto", Many: "produtos", None: "Nenhum produto"},
			NothingYet:   list.Sentence{Title: "Nenhum produto ainda", Text: "Cadastre produtos e registre a entrada do primeiro lote."},
			NothingFound: list.Sentence{Title: "Nenhum produto com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[stock.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *stock.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab,
				Options: []control.Option{{Value: low, Label: "Acabando"}, {Value: expiring, Label: "Vencendo"}},
				Set: func(in *stock.ListInput, value string) error {
					in.Filter = map[string]stock.Filter{low: stock.Low, expiring: stock.Expiring}[value]
					return nil
				}},
		},
		Tabs: []list.Tab{
			{Label: "Todos"},
			{Label: "Acabando", Filters: url.Values{"situacao": {low}},
				Nothing: list.Sentence{Title: "Nada acabando", Text: "Nenhum produto falta nem está abaixo do mínimo."}},
			{Label: "Vencendo", Filters: url.Values{"situacao": {expiring}},
				Nothing: list.Sentence{Title: "Nada vencendo", Text: "Nenhum lote vence nos próximos 90 dias."}},
		},
		Lead: list.Lead[stock.Stocked]{Label: "Produto", Name: "produto", Sort: "name", Href: func(p *stock.Stocked) string { return Href(p.ID) },
			Text: func(p *stock.Stocked) string { return p.Name }},
		Columns: []list.Column[stock.Stocked]{
			{Name: "codigo", Label: "Código", Strong: true, Place: table.Below, Text: func(p *stock.Stocked) string { return p.Code }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: badge},
			{Name: "estoque", Label: "No estoque", Sort: "on_hand", Right: true, Place: table.End,
				Text: func(p *stock.Stocked) string { return integer(p.OnHand) }},
			{Name: "reservados", Label: "Reservados", Right: true, Text: func(p *stock.Stocked) string { return integer(p.Reserved) }},
			{Name: "livres", Label: "Livres", Right: true, Text: func(p *stock.Stocked) string { return integer(p.Free()) }},
			{Name: "minimo", Label: "Mínimo", Right: true, Text: minimum},
			{Name: "vence", Label: "Vence primeiro", Sort: "expiry", Text: firstExpiry},
			{Name: "parados", Label: "Vencidos e recolhidos", Right: true, Optional: true,
				Text: func(p *stock.Stocked) string { return integer(p.Set) }},
		},
		Read: func(query list.Query[stock.ListInput]) stock.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, query.Sort
			return query.Input
		},
	}
}

func badge(p *stock.Stocked) ui.Badge {
	switch {
	case p.Free() < 0:
		return ui.Badge{Tone: ui.Bad, Text: "Faltam " + integer(-p.Free())}
	case p.IsLow():
		return ui.Badge{Tone: ui.Warn, Text: "Acabando"}
	case p.OnHand == 0:
		return ui.Badge{Tone: ui.Muted, Text: "Sem estoque"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Em estoque"}
}

func integer(n int) string { return fmtbr.Integer(int64(n)) }

func minimum(p *stock.Stocked) string {
	if p.Minimum == nil {
		return ""
	}
	return strconv.Itoa(*p.Minimum)
}

func firstExpiry(p *stock.Stocked) string {
	if p.FirstExpiry == nil {
		return ""
	}
	return p.FirstExpiry.Shown()
}
