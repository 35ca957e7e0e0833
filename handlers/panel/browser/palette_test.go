package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const marked = "#paleta [aria-selected=true]"

// From any page, by keyboard alone: the typed text finds people and orders, and Enter opens one.
func TestPalette_FindsPeopleAndOrders(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	openPalette(page)
	page.Type("conceicao")
	page.WaitForText(marked, dbtest.Joao.FullName())
	page.WaitForText(marked, "111.444.777-35")
	page.WaitForText("#paleta [data-said]", "Resultados: 4")
	if href := page.Attribute(marked, "href"); href != "/painel/associados/3" {
		t.Errorf("the associate is at %q", href)
	}
	page.CheckAccessibility()
	page.Press("ArrowDown")
	page.WaitForText(marked, "Pedido nº 2")
	page.WaitForFocus("Buscar em tudo")
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos/2")
	// An order by its number, typed faster than the server answers.
	openPalette(page)
	page.Type("#1")
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos/1")
	openPalette(page)
	page.Type("529.982")
	page.WaitForText(marked, dbtest.Ana.FullName())
	page.Press("Escape")
	page.WaitGone("#paleta")
}

// The recently opened entries come first, separately for each person.
func TestPalette_Recent(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	for _, number := range []string{"#1", "#2"} {
		openPalette(page)
		page.Type(number)
		page.WaitForText(marked, "Pedido nº "+number[1:])
		page.Press("Enter")
		page.WaitForPath("/painel/pedidos/" + number[1:])
	}
	page.WaitUntil("both are remembered", `async () => (await (await fetch("/painel/busca")).text()).split("data-kind").length === 3`)
	openPalette(page)
	page.WaitForText("#paleta [data-recent]", "Abertos recentemente")
	page.WaitForText(marked, "Pedido nº 2")
	page.CheckAccessibility()
	page.Press("ArrowDown", "Enter")
	page.WaitForPath("/painel/pedidos/1")
	page.SignIn(dbtest.Fernando)
	page.Visit("/painel")
	openPalette(page)
	page.WaitGone("#paleta [data-recent] [role=option]")
}

// Actions are offered only to people who may do them, and a failed search shows an error.
func TestPalette_Actions(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Fernando)
	openPalette(page)
	page.Type("novo")
	page.WaitForText("#paleta", "Nada encontrado")
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	openPalette(page)
	page.Type("novo ped")
	page.WaitForText(marked, "Novo pedido")
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos/novo")
	openPalette(page)
	page.Type("novo assoc")
	page.WaitForText(marked, "Novo associado")
	page.Press("Enter")
	page.WaitForPath("/painel/associados/novo")

	page.Expect(404)
	openPalette(page)
	browsertest.Read[any](page, `() => { document.querySelector("x-paleta").dataset.search = "/painel/nada" }`)
	page.Type("joao")
	page.WaitForText("#paleta", "A busca não respondeu. Tente de novo.")
}

// The first letter counts, even right after the shortcut.
func TestPalette_TypedBeforeOpen(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	browsertest.Read[any](page, `() => {
		document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
		const input = document.querySelector("#paleta input");
		input.value = "carla";
		input.dispatchEvent(new Event("input", { bubbles: true }));
	}`)
	page.WaitForText("#paleta [data-found]", dbtest.Carla.FullName())
	if typed := browsertest.Read[string](page, `() => document.querySelector("#paleta input").value`); typed != "carla" {
		t.Errorf("the field holds %q", typed)
	}
}
