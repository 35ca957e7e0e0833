package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	anasRow  = "tbody a[href='/painel/pedidos/1']"
	joaosRow = "tbody a[href='/painel/pedidos/2']"
)

func orderList(t *testing.T) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos")
	return page
}

// The list is filtered while typing, without a new page: the field keeps the focus and its text.
func TestOrdersList_FilteredWhileTyping(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	browsertest.Read[any](page, `() => { window.stillTheSamePage = true }`)
	page.Press("/")
	page.Type("conceicao")
	page.WaitGone(anasRow)
	page.WaitForPath("/painel/pedidos?q=conceicao")
	page.Type(" ana")
	page.WaitForPath("/painel/pedidos?q=conceicao+ana")
	page.WaitGone(joaosRow)
	same := browsertest.Read[bool](page, `() => window.stillTheSamePage && document.activeElement.name === "q" && document.activeElement.value === "conceicao ana"`)
	if !same {
		t.Errorf("the focus is on %q", page.FocusedName())
	}
	page.WaitForText("main", "Nenhum pedido com estes filtros")
	page.Click("Limpar filtros")
	page.WaitForPath("/painel/pedidos")
	page.WaitFor(anasRow)
}

// Every state of the list has an address, so Back, Forward and a reload restore it.
func TestOrdersList_BackAndForward(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Fill("q", "ana")
	page.WaitForPath("/painel/pedidos?q=ana")
	page.WaitGone(joaosRow)
	page.Click(dbtest.Ana.FullName())
	page.WaitForPath("/painel/pedidos/1")
	page.Back()
	page.WaitForPath("/painel/pedidos?q=ana")
	checkFilteredByAna(t, page)
	page.Reload()
	checkFilteredByAna(t, page)
	page.Back()
	page.WaitForPath("/painel/pedidos")
	page.WaitFor(joaosRow)
	if text := page.Value("[name=q]"); text != "" {
		t.Errorf("the whole list says it is filtered by %q", text)
	}
	page.Forward()
	page.WaitForPath("/painel/pedidos?q=ana")
	checkFilteredByAna(t, page)
}

func checkFilteredByAna(t *testing.T, page *browsertest.Page) {
	t.Helper()
	page.WaitFor(anasRow)
	page.WaitGone(joaosRow)
	page.WaitUntil("the search says ana", `() => document.querySelector("[name=q]").value === "ana"`)
}

// A tab is a predefined filter of the list, and the search applies within it.
func TestOrdersList_Tabs(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Click("Aguardando pagamento")
	page.WaitForPath("/painel/pedidos?situacao=Aguardando+pagamento")
	page.WaitGone(anasRow)
	page.WaitFor(joaosRow)
	if current := page.Text(".views [aria-current=page]"); current != "Aguardando pagamento 1" {
		t.Errorf("the current tab is %q", current)
	}
	page.Fill("q", "ana")
	page.WaitForText("main", "Nenhum pedido com estes filtros")
	page.Click("Todos")
	page.WaitFor(anasRow)
}

// The number of results is announced to screen readers.
func TestOrdersList_ResultsAnnounced(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Fill("q", "ana")
	page.WaitForText("#anuncio", "Resultados: ")
	page.WaitForText("#anuncio", "1")
	page.Fill("q", "ninguém")
	page.WaitForText("#anuncio", "Nenhum pedido com estes filtros")
}

// Sorting, paging and removing filters by keyboard keep the focus in place.
func TestOrdersList_FocusKept(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	browsertest.Read[any](page, `() => { document.querySelector("th a").focus() }`)
	page.Press("Enter")
	page.WaitUntil("the head is sorted by and has the focus", `() => document.activeElement.closest("th[aria-sort=ascending]") !== null`)
	page.WaitForText("#anuncio", "Resultados: 1–2 de 2")
	page.Press("Enter")
	page.WaitUntil("the head has the focus again", `() => document.activeElement.closest("th[aria-sort=descending]") !== null`)
	browsertest.Read[any](page, `() => { document.querySelector(".views a:not([aria-current])").focus() }`)
	page.Press("Enter")
	page.WaitUntil("the tab has the focus", `() => document.activeElement.matches(".views [aria-current]")`)
	page.Visit("/painel/associados?uf=SC")
	browsertest.Read[any](page, `() => { document.querySelector(".chip").focus() }`)
	page.Press("Enter")
	page.WaitForPath("/painel/associados")
	page.WaitUntil("the search has the focus", `() => document.activeElement.name === "q"`)
	// A click does not move the focus.
	page.Click("th:nth-child(2) a")
	page.WaitFor("th[aria-sort=ascending]")
	page.WaitUntil("nothing has the focus", `() => document.activeElement === document.body`)
}

// A filter that the server refuses leaves the list unchanged, and shows the error.
func TestOrdersList_FilterRefused(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Expect(400)
	page.Click("Pago")
	page.WaitGone(joaosRow)
	page.WaitUntil("the form knows the tab", `() => document.querySelector("[name=situacao]") !== null`)
	browsertest.Read[any](page, `() => { document.querySelector("[name=situacao]").value = "Nada" }`)
	page.Fill("q", "ana")
	page.WaitFor("#avisos [role=alert]")
	page.WaitFor(anasRow)
}

// Days are typed as dd/mm/aaaa also in filters, whatever the language of the browser; half a date filters nothing.
func TestOrdersList_TypedDays(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos?de=01/01/2020")
	if native := browsertest.Read[int](page, `() => document.querySelectorAll("input[type=date]:not([aria-hidden]), input[type=datetime-local]:not([aria-hidden])").length`); native != 0 {
		t.Errorf("%d native date fields", native)
	}
	page.Fill("[name=de]", "")
	page.Type("0203")
	page.WaitUntil("the signs are set", `() => document.querySelector("[name=de]").value === "02/03/"`)
	page.Type("2031")
	page.WaitForText(".chips", "02/03/2031")
	page.WaitForText("[data-results]", "Nenhum pedido com estes filtros")
	page.CheckAccessibility()
	page.Screenshot("typed days of a filter")
	page.Visit("/painel/analises/pedidos?de=01/03/2026&ate=31/03/2026")
	page.WaitForText("main", "01/03/2026")
}
