package browser_test

import (
	"net/url"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	anaInList   = "tbody a[href='/painel/associados/1']"
	carlaInList = "tbody a[href='/painel/associados/5']"
)

func associateList(t *testing.T) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados")
	return page
}

// Tabs show their counts; the counts of saved views are loaded after the page.
func TestAssociatesList_TabCounts(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.WaitForText(".views", "Todos 3")
	page.Script().Form("/painel/visoes", url.Values{"page": {"associados"}, "name": {"De Santa Catarina"}, "query": {"uf=SC"}})
	page.Visit("/painel/associados")
	page.WaitForText("#contagem-1001", "3")
	page.Click("Em cadastro")
	page.WaitForPath("/painel/associados?situacao=em-cadastro")
	page.WaitFor(carlaInList)
	page.WaitGone(anaInList)
	page.WaitForText(".views [aria-current=page]", "Em cadastro")
}

// Each filter changes the address at once, including those behind the button; a chip removes one.
func TestAssociatesList_Filtered(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Fill("q", "carla")
	page.WaitForPath("/painel/associados?q=carla")
	page.WaitGone(anaInList)
	page.Fill("q", "")
	page.WaitFor(anaInList)
	page.Click("Mais filtros")
	page.WaitFor("#mais-filtros")
	page.Fill("cidade", "flori")
	page.WaitForPath("/painel/associados?cidade=flori")
	page.WaitForText(".chips", "flori")
	page.Visit("/painel/associados?cidade=flori&situacao=associado")
	page.WaitGone(carlaInList)
	page.Press("Escape")
	page.Click("Situação: Associado")
	page.WaitForPath("/painel/associados?cidade=flori")
	page.WaitFor(carlaInList)
	page.Back()
	page.WaitForPath("/painel/associados?cidade=flori&situacao=associado")
	page.WaitGone(carlaInList)
}

// A row opens over the list; the address becomes the record's, and the keyboard works from there.
func TestAssociatesList_RowOpensDrawer(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Fill("q", "exemplo")
	page.WaitForPath("/painel/associados?q=exemplo")
	page.WaitForText(".pager", "1–3 de 3")
	page.Click(dbtest.Carla.FullName())
	page.WaitForPath("/painel/associados/5")
	page.WaitForText("dialog[open] h2", dbtest.Carla.FullName())
	page.Press("j")
	page.WaitForPath("/painel/associados/3")
	page.WaitForText("dialog[open] h2", dbtest.Joao.FullName())
	page.Press("k")
	page.WaitForText("dialog[open] h2", dbtest.Carla.FullName())
	page.Press("j")
	page.WaitForPath("/painel/associados/3")
	page.Back()
	page.WaitForPath("/painel/associados?q=exemplo")
	page.WaitGone("dialog[open]")
	page.WaitFor(anaInList)
	page.WaitUntil("the focus is on the row that was shown last",
		`() => document.activeElement.getAttribute("href") === "/painel/associados/3"`)
	page.Press("j")
	page.WaitUntil("the focus is on the next row", `() => document.activeElement.getAttribute("href") === "/painel/associados/1"`)
	page.Press("Enter")
	page.WaitForPath("/painel/associados/1")
	page.WaitFor("dialog[open]")
	page.Press("Escape")
	page.WaitForPath("/painel/associados?q=exemplo")
	page.WaitGone("dialog[open]")
	page.Forward()
	page.WaitForPath("/painel/associados/1")
	page.WaitForText("dialog[open] h2", dbtest.Ana.FullName())
	page.WaitFor(carlaInList)
	page.Press("k")
	page.WaitForText("dialog[open] h2", dbtest.Joao.FullName())
	page.Back()
	page.WaitForPath("/painel/associados?q=exemplo")
	page.WaitGone("dialog[open]")
}

// Rows are selected by checkbox or key; the page reports the result, and the filters stay.
func TestAssociatesList_SelectionTagged(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Visit("/painel/associados?uf=SC")
	page.Press("j", "x")
	page.WaitForText("[data-bar]", "1 selecionado")
	page.Click("Selecionar " + dbtest.Joao.FullName())
	page.WaitForText("[data-bar]", "2 selecionados")
	tagSelected(page, "Prioritário", "Etiquetar 2 com Prioritário")
	page.WaitForText(".toast", "com a etiqueta “Prioritário”.")
	page.WaitForPath("/painel/associados?uf=SC")
	page.Visit("/painel/associados?etiqueta=Priorit%C3%A1rio")
	page.WaitForText(".pager", "1–2 de 2")
}

// A table wider than its frame scrolls in it, and its head stays visible.
func TestAssociatesList_WideTableKeepsHead(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Script().Form("/painel/colunas", url.Values{"list": {"associados"},
		"columns": {"email", "cpf", "telefone", "cidade", "fase", "situacao", "pacientes", "tratamento", "prescritor", "nascimento", "etiquetas",
			"pedido", "criado", "atualizado"}})
	page.Visit("/painel/associados")
	page.WaitFor("x-tabela[tabindex='0']:not([data-fits])")
	browsertest.Read[any](page, `() => {
		for (const cell of document.querySelectorAll("tbody td")) cell.style.height = "600px";
	}`)
	page.WaitUntil("the page is scrolled", `() => { scrollTo(0, 700); return scrollY === 700 }`)
	page.WaitUntil("the head is under the header of the page",
		`() => Math.abs(document.querySelector("thead").getBoundingClientRect().top - document.querySelector(".top").offsetHeight) < 3`)
	browsertest.Read[any](page, `() => { scrollTo(0, 0) }`)
	page.WaitUntil("the head is back", `() => document.querySelector("thead").style.translate === ""`)
}

// A printed list shows the association, the filters, the person and the time.
func TestAssociatesList_Printed(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Visit("/painel/associados?q=exemplo&uf=SC")
	page.Paper()
	page.WaitForText(".issued", "emitido por "+dbtest.Bruno.FullName())
	page.WaitForText(".issued", " em ")
	page.WaitForText("[data-results]", "Busca: exemplo")
	page.WaitForText(".chips", "UF: SC")
	page.WaitGone(".filters")
	page.WaitGone(".chips .link")
}

// A value is edited in its cell: the pencil can be reached by pointer and by Tab, and the row stays in place.
func TestAssociatesList_PhoneChangedInCell(t *testing.T) {
	t.Parallel()
	page := associateList(t)
	page.Visit("/painel/associados?ordem=nome")
	const cell, editor = "tbody tr:has(a[href='/painel/associados/1']) [data-armed=phone]", ".cell-editor"
	browsertest.Read[any](page, `(link) => { document.querySelector(link).focus() }`, anaInList)
	page.Press("Tab")
	page.WaitForFocus("Mudar telefone de " + dbtest.Ana.FullName())
	page.Press("Enter")
	page.WaitForFocus("Telefone")
	page.CheckAccessibility()
	page.Type("123")
	page.Press("Escape")
	page.WaitGone(editor)
	page.WaitForFocus("Mudar telefone de " + dbtest.Ana.FullName())
	page.Expect(422)
	page.Press("Enter")
	page.WaitForFocus("Telefone")
	page.Type("123")
	page.Press("Enter")
	page.WaitForText(editor, "Faltam números")
	page.Fill("Telefone", "48991234567")
	page.Press("Enter")
	page.WaitForText(cell, "(48) 99123-4567")
	page.WaitGone(editor)
	page.WaitForText("#anuncio", "Salvo")
	page.WaitForFocus("Mudar telefone de " + dbtest.Ana.FullName())
	page.WaitUntil("the tick is gone", `() => document.querySelector("td .editable-saved") === null`)
	page.WaitForPath("/painel/associados")
	page.WaitGone("dialog[open]")
	// An editor closed without a change sends nothing.
	page.Press("Enter")
	page.WaitForFocus("Telefone")
	page.Click("h1")
	page.WaitGone(editor)
	page.Reload()
	page.WaitForText("tbody", "(48) 99123-4567")
	page.SignIn(dbtest.Priscila)
	page.Visit("/painel/associados?ordem=nome")
	browsertest.Read[any](page, `(link) => { document.querySelector(link).focus() }`, anaInList)
	page.WaitGone(".cell-pencil")
}
