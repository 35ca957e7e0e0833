package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// By keyboard alone: an action of the palette works on this page, an action that the page lacks is not offered, and an
// unknown person can be registered.
func TestPalette_ActionsByKeyboard(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	openPalette(page)
	page.Type("exportar esta")
	page.WaitUntil("the day page has no list to export",
		`() => ![...document.querySelectorAll("#paleta [data-press]")].some((option) => option.checkVisibility())`)
	page.Press("Escape")
	page.Visit("/painel/associados")
	openPalette(page)
	page.Type("exportar esta")
	page.WaitForText(marked, "Exportar esta lista")
	page.Press("Enter")
	page.WaitFor("#exportar:popover-open")
	page.Press("Escape")
	openPalette(page)
	page.Type("trocar tema")
	page.WaitForText(marked, "Trocar tema")
	page.Press("Enter")
	page.WaitUntil("the theme changes", `() => document.documentElement.className === ""`)
	openPalette(page)
	page.Type("Lia Moraes")
	page.WaitForText(marked, "Cadastrar “Lia Moraes”")
	page.CheckAccessibility()
	page.Press("Enter")
	page.WaitForPath("/painel/associados/novo?nome=Lia+Moraes")
	if name := page.Value("[name=associate_name]"); name != "Lia Moraes" {
		t.Errorf("the name is %q", name)
	}
}

// A folded menu is a rail of icons: the keyboard reaches each, and its name appears beside it.
func TestMenu_FoldedByKeyboard(t *testing.T) {
	t.Parallel()
	page := panelOf(t, dbtest.Bruno)
	page.Click("Menu lateral")
	browsertest.Read[any](page, `() => { document.querySelector(".nav-brand a").focus() }`)
	page.Press("Tab")
	page.Press("Tab")
	page.WaitForFocus("Recepção")
	page.WaitUntil("the name is beside the icon", `() => {
		const name = document.activeElement.querySelector("span").getBoundingClientRect();
		return getComputedStyle(document.activeElement.querySelector("span")).clipPath === "none" && name.left >= document.querySelector("#menu").getBoundingClientRect().right - 2;
	}`)
	page.Screenshot("folded-tooltip")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Press("Enter")
	page.WaitForPath("/painel/recepcao")
}

// A refused form leaves the address of its page in the bar, so that a reload shows the page.
func TestRefusal_AddressOfPage(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/associados/1")
	page.Expect(422)
	browsertest.Read[any](page, `() => {
		const form = document.body.appendChild(Object.assign(document.createElement("form"), { method: "post", action: "/painel/associados/1/excluir" }));
		form.submit();
	}`)
	page.WaitForPath("/painel/associados/1")
	page.WaitFor("main[data-address]")
	page.Reload()
	page.WaitForText("h1", dbtest.Ana.FullName())
}
