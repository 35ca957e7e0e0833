package table_test

import (
	"strings"
	"testing"

	"acolhe/views/ui"
	"acolhe/views/ui/table"
	"acolhe/views/ui/uitest"
)

func TestPager_Range(t *testing.T) {
	html := uitest.Draw(t, table.Pager{Here: "/p?uf=SC", Page: 4, Size: 25, Total: 1284})
	uitest.Has(t, html, "76–100 de 1.284", `href="/p?pagina=5&amp;uf=SC" aria-label="Próxima página"`, `href="/p?por=60&amp;uf=SC"`,
		`href="/p?pagina=52&amp;uf=SC"`)

	first := uitest.Draw(t, table.Pager{Here: "/p", Page: 1, Size: 25, Total: 30})
	uitest.Has(t, first, "1–25 de 30")
	uitest.HasNot(t, first, "Página anterior", "…")
	uitest.Has(t, uitest.Draw(t, table.Pager{Here: "/p", Page: 2, Size: 25, Total: 30}), "26–30 de 30",
		`href="/p" aria-label="Página anterior"`)

	uitest.Has(t, uitest.Draw(t, table.Pager{Here: "/p", Page: 1, Size: 25}), "Nenhum resultado")

	const next = `aria-label="Próxima página"`
	uitest.Has(t, uitest.Draw(t, table.Pager{Here: "/p", Page: 1, Size: 60, Total: 10000, More: true, Shown: 60}), "1–60 de mais de 10.000",
		`href="/p?pagina=167"`, next)
	uitest.Has(t, uitest.Draw(t, table.Pager{Here: "/p", Page: 200, Size: 60, Total: 10000, More: true, Shown: 60}),
		"11.941–12.000 de mais de 10.000", `href="/p?pagina=201"`, next)
	end := uitest.Draw(t, table.Pager{Here: "/p", Page: 200, Size: 60, Total: 10000, More: true, Shown: 7})
	uitest.Has(t, end, "11.941–11.947 de 11.947")
	uitest.HasNot(t, end, next)
	uitest.HasNot(t, uitest.Draw(t, table.Pager{Here: "/p", Page: 1, Size: 25, Total: 25}), "<nav")

	beyond := uitest.Draw(t, table.Pager{Here: "/p", Page: 9, Size: 25, Total: 20})
	uitest.Has(t, beyond, "Esta página da lista não existe", `href="/p"`)
	uitest.HasNot(t, beyond, "201–20")
}

// Without a chooser of columns there is nothing to press.
func TestHiddenColumns_Chooser(t *testing.T) {
	uitest.Has(t, uitest.Draw(t, table.HiddenColumns{ID: "colunas", Wide: "Criado"}), `<button type="button" class="hides"`, `popovertarget="colunas"`)
	alone := uitest.Draw(t, table.HiddenColumns{Wide: "Criado"})
	uitest.Has(t, alone, "Ocultas nesta largura: Criado")
	uitest.HasNot(t, alone, "<button")
}

func TestTable_AriaSort(t *testing.T) {
	html := uitest.Draw(t, table.Table{Label: "Pedidos", Here: "/p?ordem=-nome",
		Columns: []table.Column{{Label: "Nome", Sort: "nome"}, {Label: "Cidade", Sort: "cidade"}, {Label: "CPF"}}})
	uitest.Has(t, html, `aria-sort="descending"`, `href="/p?ordem=cidade"`, `role="table"`, `role="columnheader"`)
	if n := strings.Count(html, "aria-sort"); n != 1 {
		t.Errorf("%d columns are said to be sorted", n)
	}
	columns := []table.Column{{Label: "Nome", Sort: "nome"}, {Label: "Criado", Sort: "criado"}}
	uitest.Has(t, uitest.Draw(t, table.Table{Label: "Pedidos", Here: "/p", Order: "-criado", Columns: columns}), `aria-sort="descending"`, `href="/p?ordem=criado"`)
	uitest.Has(t, uitest.Draw(t, table.Table{Label: "Pedidos", Here: "/p?ordem=nome", Order: "-criado", Columns: columns}), `aria-sort="ascending"`)
	uitest.HasNot(t, uitest.Draw(t, table.Table{Label: "Pedidos", Here: "/p?ordem=nome", Order: "-criado", Columns: columns}), `aria-sort="descending"`)
	uitest.HasNot(t, uitest.Draw(t, table.Table{Label: "Pedidos", Here: "/p",
		Columns: []table.Column{{Label: "Nome", Sort: "nome"}, {Label: "CPF"}}}), "aria-sort")
}

// A link from data must not become a script.
func TestLeadCell_LinkSanitised(t *testing.T) {
	uitest.HasNot(t, uitest.Draw(t, table.LeadCell{Text: "x", Href: "javascript:alert(1)"}), "javascript:")
}

func TestCell_Tag(t *testing.T) {
	for want, cell := range map[string]table.Cell{
		`<td role="cell">a &lt;b&gt;</td>`:                      {Text: "a <b>"},
		`<td role="cell" class="p-end right strong">1</td>`:     {Text: "1", Place: table.End, Right: true, Strong: true},
		`<td role="cell"><span class="num">R$ 1,00</span></td>`: {Content: ui.Amount("R$ 1,00")},
	} {
		if got := uitest.Draw(t, cell); got != want {
			t.Errorf("%+v is %s, want %s", cell, got, want)
		}
	}
}
